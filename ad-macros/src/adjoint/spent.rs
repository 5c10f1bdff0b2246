//! Shadows on the memory of what they shadow.
//!
//! Receives a sweep whose last loops are taken back as they run; promises to name the lists that an iteration makes, of
//! which it needs no more than how long they are when it goes backwards. Emitted code makes such a list's shadow out
//! of the list itself.
//!
//! ```text
//! let rest = minor(a, j); total += det(&rest);      let rest = minor(a, j); total += det(&rest);
//! let shape = shape_of(&rest); drop(rest);          let shape = shape_of(&rest).spent(rest);
//! let mut d_rest = zeros_of(shape);                 let mut d_rest = zeros_of(shape);        // `rest`'s memory
//! ```
//!
//! What an iteration makes of the shadow it hands on, so that the pool cannot keep its memory.

use super::fusion;
use super::mentions::{self, Mention};
use super::residual::{Item, Residuals};
use super::{Rev, Sweep};
use crate::analysis::plan::{Analyses, Plan};
use crate::ir::*;
use crate::tables::HashSet;

/// The lists, in the sweep of a rule that goes along.
pub(super) fn lists(a: &Analyses, plan: &Plan, sweep: &Sweep) -> HashSet<Local> {
    let mut found = HashSet::default();
    for (stmt, looped, body) in fusion::loops(a, &sweep.revs) {
        let items = Residuals::new(a, plan).loop_items(looped);
        let fresh = body.iter().filter_map(|rev| match rev {
            Rev::Fresh(local) => Some(*local),
            _ => None,
        });
        let made = |l: &Local| a.flow.home[l.0].last() == Some(&stmt.id) && is_made(looped, *l);
        let spent = |l: &Local| made(l) && is_spent(a, plan, &items, *l);
        let once = |l: &Local| begins_once(body, *l) && !sweep.pooled.contains(l);
        found.extend(fresh.filter(|l| spent(l) && once(l)));
    }
    found
}

/// Whether each iteration makes a local, and it may be a list.
fn is_made(looped: &Loop, local: Local) -> bool {
    looped.body.stmts.iter().any(|stmt| match &stmt.kind {
        StmtKind::Let { dst, op } => *dst == local && matches!(op, Op::Call(_) | Op::VecRepeat(..)),
        _ => false,
    })
}

/// Whether nothing is asked of it but its shape; what else is remembered borrows nothing from it, as it outlives it.
fn is_spent(a: &Analyses, plan: &Plan, items: &[Item], local: Local) -> bool {
    let f = a.f;
    let shaped = items.contains(&Item::Shape(local));
    let held = items.contains(&Item::Value(local)) || items.contains(&Item::Keep(local));
    let stays = !plan.moved_at.contains_key(&local) && !plan.released.contains_key(&local);
    let is_list = matches!(f.ty(local), Ty::Unknown | Ty::Vec(_)) && !f.info(local).mutable;
    shaped && !held && stays && is_list && !a.flow.references.contains(&local)
}

/// Whether a shadow that begins stays the same one until it is handed on.
fn begins_once(body: &[Rev], local: Local) -> bool {
    let (mut begins, mut changes) = (0, false);
    mentions::each(body, &mut |mention| match mention {
        Mention::Started(l) if l == local => begins += 1,
        Mention::Changed(l) => changes |= l == local,
        _ => {}
    });
    begins == 1 && !changes
}
