//! Calls of the function itself whose partial derivatives stay where they arise.
//!
//! Receives a sweep whose last loops are taken back as they run; promises to name those calls in them that leave partial
//! derivatives side by side behind (`analysis/at_once.rs`), in loops of whose iterations nothing has to be put aside:
//! what an iteration makes is where its sweep looks for it. Emitted code makes room for the partial derivatives there,
//! and the call writes them into it.
//!
//! ```text
//! let (_, residual) = {                             let rest = minor(a, j);
//!     let rest = minor(a, j);                       let partials = zeros_like(&rest);
//!     let (t, p) = det_at_once(&rest);              let t = det_along(&rest, 1.0, &partials);
//!     total += t; ((), (p, shape_of(&rest)))        total += t;
//! };                                                let shape = &shape_of(&rest);
//! let (p, shape) = &residual;
//! let d_rest = zeros_of(shape);                     let d_rest = zeros_of(shape);
//! p(d_t, &d_rest);                                  d_rest += partials * d_t;
//! ```
//!
//! What was written number by number costs much when it is moved in larger pieces right away, as a processor has not
//! put it into its memory yet: nothing is moved here.

use super::fusion;
use super::residual::{Item, Residuals};
use super::{Sweep, totals};
use crate::analysis::plan::{Analyses, Plan};
use crate::ir::*;
use crate::tables::HashSet;

/// The calls, in the sweep of a rule that goes along.
pub(super) fn calls(a: &Analyses, plan: &Plan, sweep: &Sweep) -> HashSet<usize> {
    let open = fusion::loops(a, &sweep.revs).filter(|(_, looped, body)| {
        let innermost = fusion::first(a, body).is_none();
        innermost && !totals::are_in(body) && leaves_nothing(a, plan, looped)
    });
    let stmts = open.flat_map(|(_, looped, _)| &looped.body.stmts);
    stmts.filter(|s| has_rows(a, s)).map(|s| s.id).collect()
}

/// Whether partial derivatives that a call leaves behind are side by side: single ones are in registers.
fn has_rows(a: &Analyses, stmt: &Stmt) -> bool {
    let StmtKind::Let {
        op: Op::Call(call), ..
    } = &stmt.kind
    else {
        return false;
    };
    let is_row =
        |arg: &Arg| matches!(arg, Arg::Ref { place, .. } if a.activity.is_active(place.root));
    a.flow.at_once.contains(&stmt.id) && call.args.iter().any(is_row)
}

/// Whether all that the sweep of an iteration asks for is there at its end, under its name.
fn leaves_nothing(a: &Analyses, plan: &Plan, looped: &Loop) -> bool {
    let mut pullbacks = HashSet::default();
    let mut exits = false;
    for stmt in &looped.body.stmts {
        if let StmtKind::Let {
            op: Op::Call(call), ..
        } = &stmt.kind
        {
            pullbacks.insert(call.pullback);
        }
    }
    looped.body.walk(&mut |stmt| {
        exits |= matches!(stmt.kind, StmtKind::Exit { .. } | StmtKind::Rest(_));
    });
    let moves = |l: &Local| plan.given_back.values().any(|moved| moved.contains(l));
    let goes = |l: &Local| plan.moved_at.contains_key(l) || plan.released.contains_key(l);
    let stays = |l: &Local| !goes(l) && !moves(l);
    let items = Residuals::new(a, plan).loop_items(looped);
    let is_there = |item: &Item| match item {
        Item::Value(l) => stays(l) && (is_number(a.f.ty(*l)) || pullbacks.contains(l)),
        Item::Shape(l) => stays(l),
        _ => false,
    };
    !exits && items.iter().all(is_there)
}

fn is_number(ty: &Ty) -> bool {
    matches!(ty, Ty::Float(_) | Ty::Int | Ty::Bool)
}
