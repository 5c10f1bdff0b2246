//! Loops that are taken back as they run in another way than the primal does, and add up for it.
//!
//! Receives a sweep whose last loops are to be taken back as they run; promises that those of them that go in strips,
//! or keep the cells of several iterations in registers, compute what the primal's iterations compute and add to its
//! totals, so that they stand for the primal's loops.
//!
//! ```text
//! for i in 0..n { b = x[i + 1] - x[i]; t = b * b; s += t }     loop over i d_x[0..=1] in strips {
//! loop over i d_x[0..=1] in strips {                               redo b
//!     redo b                                                       redo t
//!     slot d_x[+1] += ct * b …                                     s += t
//! }                                                                slot d_x[+1] += ct * b …
//!                                                              }
//! ```
//!
//! The primal waits for one addition after the other. What the sweep has to do is done meanwhile.
//!
//! Only arithmetic can be computed in strips, and only totals that nothing in the loop reads can be added to there: in
//! the order of the primal, so that they are what the primal gives.

use super::order::Order;
use super::residual::Residuals;
use super::{Rev, neighbours, puts_back, strips};
use crate::analysis::plan::{Analyses, Plan};
use crate::ir::*;
use crate::passes::{Pass, Passes};
use std::collections::BTreeSet;

/// Joins what the fused loops of a sweep need of the primal's to them, where it can be.
pub(super) fn join<'f>(a: &'f Analyses<'f>, plan: &'f Plan, revs: &mut [Rev<'f>], passes: &Passes) {
    if !passes.has(Pass::Totals) {
        return;
    }
    let totals = Totals {
        a,
        plan,
        order: Order::of(a, plan),
    };
    let mut joined = false;
    for rev in revs.iter_mut() {
        if let Rev::Loop { stmt, .. } = rev
            && a.flow.fused.contains(&stmt.id)
        {
            joined |= totals.join(rev).is_some();
        }
    }
    if joined && passes.has(Pass::Strips) {
        strips::cut(a, plan, revs);
    }
}

struct Totals<'f> {
    a: &'f Analyses<'f>,
    plan: &'f Plan,
    order: Order<'f>,
}

impl<'f> Totals<'f> {
    /// Joins what the primal does to a loop, or to the innermost one of a nest, which goes in the order of the primal
    /// then.
    fn join(&self, rev: &mut Rev<'f>) -> Option<()> {
        let Rev::Loop {
            stmt,
            looped,
            body,
            schedule,
        } = rev
        else {
            return None;
        };
        let looped: &'f Loop = looped;
        if let Some(primal) = primal(self.a, self.plan, looped) {
            let pays = !schedule.runs_like_the_primal() && schedule.upwards;
            pays.then(|| add(body, primal))
        } else {
            let around = around(self.a, self.plan, looped)?;
            let var = neighbours::unit_steps(looped)?;
            let plain = schedule.windows.is_empty() && !puts_back(body);
            let free = plain && self.order.commutes(stmt, var, body);
            let mut inner = body
                .iter_mut()
                .filter(|rev| matches!(rev, Rev::Loop { .. }));
            let (only, None) = (inner.next()?, inner.next()) else {
                return None;
            };
            free.then(|| self.join(only))??;
            schedule.upwards = true;
            add(body, around);
            Some(())
        }
    }
}

/// Whether a loop's body, or that of a loop in it, adds to the totals of the primal.
pub(crate) fn are_in(body: &[Rev]) -> bool {
    body.iter().any(|rev| match rev {
        Rev::Loop { body, .. } => are_in(body),
        rev => matches!(rev, Rev::Total { .. }),
    })
}

/// What the primal's iterations do, if that is arithmetic and adding to totals, of which nothing is remembered.
pub(super) fn primal<'f>(a: &Analyses, plan: &Plan, looped: &'f Loop) -> Option<Vec<Rev<'f>>> {
    let totals = totals(a.f, looped)?;
    let stmts = looped.body.stmts.iter();
    let made = stmts.map(|stmt| match &stmt.kind {
        StmtKind::Assign { place, value, how } => Some(Rev::Total {
            into: place.root,
            value,
            minus: *how == Assign::Sub,
        }),
        _ => computed(a.f, stmt, &totals),
    });
    let made = made.collect::<Option<_>>()?;
    let remembered = Residuals::new(a, plan).loop_items(looped);
    remembered.is_empty().then_some(made)
}

/// The same of iterations that are arithmetic and another loop behind it.
fn around<'f>(a: &Analyses, plan: &Plan, looped: &'f Loop) -> Option<Vec<Rev<'f>>> {
    let (last, before) = looped.body.stmts.split_last()?;
    let ends = looped.dst.is_none() && looped.body.tail.is_none() && looped.counted;
    let nests = matches!(last.kind, StmtKind::Loop(_)) && ends;
    let computed = before.iter().map(|s| computed(a.f, s, &BTreeSet::new()));
    let made = computed.collect::<Option<_>>()?;
    let remembered = Residuals::new(a, plan).loop_items(looped);
    (nests && remembered.is_empty()).then_some(made)
}

/// A statement that is arithmetic, and does not ask for totals.
fn computed<'f>(f: &Function, stmt: &'f Stmt, totals: &BTreeSet<Local>) -> Option<Rev<'f>> {
    let StmtKind::Let { dst, op } = &stmt.kind else {
        return None;
    };
    let computed = !f.info(*dst).mutable && is_computed(op);
    let apart = !mentioned(stmt).iter().any(|local| totals.contains(local));
    (computed && apart).then_some(Rev::Redo(*dst, op))
}

/// The scalars that iterations add to, once each, if they assign to nothing else.
fn totals(f: &Function, looped: &Loop) -> Option<BTreeSet<Local>> {
    let mut totals = BTreeSet::new();
    for stmt in &looped.body.stmts {
        if let StmtKind::Assign { place, how, .. } = &stmt.kind {
            let scalar = place.path.is_empty() && f.ty(place.root).is_float();
            let once = scalar && *how != Assign::Set && totals.insert(place.root);
            once.then_some(())?;
        }
    }
    let ends = looped.dst.is_none() && looped.body.tail.is_none() && !looped.body.diverges;
    (ends && !totals.is_empty()).then_some(totals)
}

/// Whether a value is arithmetic, which can be computed for several iterations before the first one's end.
fn is_computed(op: &Op) -> bool {
    match op {
        Op::Raw(raw) => raw.cheap && !raw.volatile,
        Op::Ref { mutable, .. } => !mutable,
        Op::Len(_, changes) => !changes,
        Op::Use(_)
        | Op::Load(_)
        | Op::Neg(_)
        | Op::Binary(..)
        | Op::Cast(..)
        | Op::Integer(..)
        | Op::Slope { .. } => true,
        _ => false,
    }
}

/// The primal's statements come first; what the sweep would compute again is there then.
fn add<'f>(body: &mut Vec<Rev<'f>>, primal: Vec<Rev<'f>>) {
    let is_there = |local: &Local| {
        let mut primal = primal.iter();
        primal.any(|rev| matches!(rev, Rev::Redo(made, _) if made == local))
    };
    body.retain(|rev| !matches!(rev, Rev::Redo(local, _) if is_there(local)));
    body.splice(0..0, primal);
}
