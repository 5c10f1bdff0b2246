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

use super::residual::Residuals;
use super::{Rev, Schedule, strips};
use crate::analysis::plan::{Analyses, Plan};
use crate::ir::*;
use crate::passes::{Pass, Passes};
use std::collections::BTreeSet;

/// Joins what the fused loops of a sweep need of the primal's to them, where it can be.
pub(super) fn join<'f>(a: &'f Analyses<'f>, plan: &'f Plan, revs: &mut [Rev<'f>], passes: &Passes) {
    if !passes.has(Pass::Totals) {
        return;
    }
    let mut joined = false;
    for rev in revs.iter_mut() {
        if let Rev::Loop {
            stmt,
            looped,
            body,
            schedule,
        } = rev
            && a.flow.fused.contains(&stmt.id)
            && !runs_like_the_primal(schedule)
            && schedule.upwards
            && let Some(primal) = primal(a, plan, looped)
        {
            add(body, primal);
            joined = true;
        }
    }
    if joined && passes.has(Pass::Strips) {
        strips::cut(a, plan, revs);
    }
}

/// Whether a loop of the sweep can be run iteration by iteration, each behind one of the primal.
pub(super) fn runs_like_the_primal(schedule: &Schedule) -> bool {
    let narrow = schedule.windows.iter().all(|w| w.low == w.high);
    narrow && schedule.strips.is_none()
}

/// Whether a loop's body adds to the totals of the primal.
pub(crate) fn are_in(body: &[Rev]) -> bool {
    body.iter().any(|rev| matches!(rev, Rev::Total { .. }))
}

/// What the primal's iterations do, if that is arithmetic and adding to totals, of which nothing is remembered.
fn primal<'f>(a: &Analyses, plan: &Plan, looped: &'f Loop) -> Option<Vec<Rev<'f>>> {
    let f = a.f;
    let totals = totals(f, looped)?;
    let is_total = |local: &Local| totals.contains(local);
    let mut made = Vec::new();
    for stmt in &looped.body.stmts {
        made.push(match &stmt.kind {
            StmtKind::Let { dst, op } => {
                let computed = !f.info(*dst).mutable && is_computed(op);
                let (places, operands) = (op.places(), op.operands());
                let mut read = operands.into_iter().filter_map(Operand::local);
                let apart = places.iter().all(|(place, _)| !is_total(&place.root));
                let apart = apart && !read.any(|l| is_total(&l)) && !reads_raw(op, is_total);
                (computed && apart).then_some(Rev::Redo(*dst, op))?
            }
            StmtKind::Assign { place, value, how } => Rev::Total {
                into: place.root,
                value,
                minus: *how == Assign::Sub,
            },
            _ => return None,
        });
    }
    let remembered = Residuals::new(a, plan).loop_items(looped);
    remembered.is_empty().then_some(made)
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

fn reads_raw(op: &Op, is_total: impl Fn(&Local) -> bool) -> bool {
    matches!(op, Op::Raw(raw) if raw.reads.iter().any(is_total))
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
