//! Shadows of vectors that are moved into variables.
//!
//! Receives a reverse sweep; promises the same where the shadow of such a vector takes over what the variable's
//! shadow holds, instead of a copy of it.
//!
//! ```text
//! next = …; x = next;                     in the primal
//!
//! d_next = 0; d_next += d_x; clear d_x    d_next = 0, of the shape that x had; swap(d_next, d_x)
//! ```
//!
//! Only vectors are, for which the syntax shows that both are of one type.

use super::{Owned, Rev};
use crate::ir::*;

pub(super) fn hand_over(f: &Function, revs: &mut Vec<Rev>) {
    let mut at = 0;
    while at < revs.len() {
        if let Some(handed) = revs.get(at..at + 3).and_then(|three| handed(f, three)) {
            revs.splice(at..at + 3, [handed]);
        }
        let bodies = revs[at].bodies_mut().iter_mut();
        bodies.for_each(|body| hand_over(f, body));
        at += 1;
    }
}

/// The statement that does what these do.
fn handed<'f>(f: &Function, revs: &[Rev]) -> Option<Rev<'f>> {
    let [
        Rev::Fresh(fresh),
        Rev::Accumulate {
            into,
            from: Owned::At(from),
            ..
        },
        Rev::ClearAt {
            place,
            shape: Some(shape),
        },
    ] = revs
    else {
        return None;
    };
    let is_param = |local: Local| f.params.iter().any(|p| p.local == local);
    let is_vector =
        |local: Local| matches!(f.ty(local), Ty::Vec(of) if of.is_float()) && !is_param(local);
    let whole = [into, from, *place].iter().all(|p| p.path.is_empty());
    let same = into.root == *fresh && from.root == place.root && from.root != *fresh;
    (whole && same && is_vector(*fresh) && is_vector(from.root)).then_some(Rev::TakeOver {
        heir: *fresh,
        from: from.root,
        shape: *shape,
    })
}
