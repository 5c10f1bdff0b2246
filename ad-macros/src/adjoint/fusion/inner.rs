//! Loops in loops that are taken back as they run.
//!
//! Receives a loop of the sweep that goes along with the primal's; promises to say whether the last loop in it does as
//! well, or could, and puts what has to wait for that behind it. Nothing is remembered of its iterations then.
//!
//! ```text
//! for i in 0..n {                           for i in 0..n {
//!     for j in 0..i { … keep t; s += t }        for j in 0..i {
//!     loop over j { d_x[j] += d_s * t }             …; s += t
//! }                                                 d_x[j] += d_s * t
//!                                               }
//!                                           }
//! ```

use super::super::residual::{Item, Residuals};
use super::super::{Rev, mentions, totals};
use super::fits::{Fusion, Shared};
use super::{first, is_in_order, remembers, runs_through};
use crate::analysis::plan::{Analyses, Plan};

/// Puts what comes before loops in the sweep of a loop behind them, where it has to wait.
pub(super) fn settle<'f>(a: &'f Analyses<'f>, rev: &mut Rev<'f>) {
    let Rev::Loop { body, .. } = rev else {
        return;
    };
    let Some(at) = first(a, body) else {
        return;
    };
    let tail = body.split_off(at + 1);
    settle(a, &mut body[at]);
    if let (Rev::Loop { stmt, .. }, fused) = (&body[at], &body[at..]) {
        let fusion = Fusion {
            a,
            fused: &[stmt.id],
        };
        if let Some([head, late]) = fusion.settled(&body[..at], &Shared::of(a, fused, &tail)) {
            let fused = body.split_off(at);
            *body = head.into_iter().chain(fused).chain(late).collect();
        }
    }
    body.extend(tail);
}

/// The loops in loops that are taken back as they run, of which the same is true, or could be.
#[derive(Default)]
pub(super) struct Inner {
    pub(super) fused: usize,
    pub(super) others: Vec<usize>,
}

impl Inner {
    pub(super) fn find(&mut self, a: &Analyses, plan: &Plan, rev: &Rev) {
        let Some((id, inner)) = inner(a, plan, rev) else {
            return;
        };
        if a.flow.fused.contains(&id) {
            self.fused += 1;
            self.find(a, plan, inner);
        } else if remembers(a, plan, inner) {
            self.others.push(id);
        }
    }
}

/// The last loop in one that is taken back as it runs, if that could be as well: then what an iteration makes is where
/// the sweep looks for it.
fn inner<'r, 'f>(a: &Analyses, plan: &Plan, rev: &'r Rev<'f>) -> Option<(usize, &'r Rev<'f>)> {
    let Rev::Loop {
        stmt: around,
        looped,
        body,
        schedule,
    } = rev
    else {
        return None;
    };
    let at = body
        .iter()
        .position(|rev| matches!(rev, Rev::Loop { .. }))?;
    let (head, inner, tail) = (&body[..at], &body[at..=at], &body[at + 1..]);
    let Rev::Loop {
        stmt,
        looped: innermost,
        ..
    } = &inner[0]
    else {
        return None;
    };
    let is_copy = |item: &Item| matches!(item, Item::Value(l) if a.f.ty(*l).is_copy());
    let items = Residuals::new(a, plan).loop_items(looped);
    let mut slot_inside = false;
    mentions::slots(inner, &mut |looped| slot_inside |= looped == around.id);
    let plain = schedule.is_narrow() && schedule.grids.is_empty() && !slot_inside;
    let stays = plain && items.iter().all(is_copy) && !totals::are_in(body);
    let ends = !looped.has_continue() && runs_through(innermost) && is_in_order(&inner[0]);
    let fusion = Fusion {
        a,
        fused: &[stmt.id],
    };
    let shared = Shared::of(a, inner, tail);
    let apart = stays && ends && fusion.only_adds(inner, &shared);
    let ready = apart && fusion.settled(head, &shared).is_some();
    let fits = ready && fusion.leaves_all(inner[0].bodies().first()?);
    fits.then(|| (stmt.id, &inner[0]))
}
