//! Shadows of rows are as long as their rows.
//!
//! Receives a reverse sweep; promises the same, in which the shadow of a row, a vector or slice of floats in another list,
//! is cut to the length of the row where it is only indexed.
//!
//! ```text
//! r = &x[k]                          r = &x[k]
//! d_r = &d_x[k]                      d_r = &d_x[k][..r.len()]
//! loop j in 0..r.len() {             loop j in 0..r.len() {
//!     d_r[j] += …                        d_r[j] += …
//! }                                  }
//! ```
//!
//! Both have one length, which the compiler cannot know: without this it checks each index of the shadow, and a loop that
//! may panic goes one by one. A check of the row's own indices is one for both.

use super::Rev;
use super::mentions::{self, Mention};
use crate::ir::*;

/// Cuts shadows wherever their rows are at hand.
pub(super) fn trim(f: &Function, revs: &mut [Rev]) {
    trim_in(f, revs, &mut Vec::new());
}

/// `rows` are those at hand.
fn trim_in(f: &Function, revs: &mut [Rev], rows: &mut Vec<Local>) {
    let outer = rows.len();
    for at in 0..revs.len() {
        let (rev, behind) = revs[at..].split_first_mut().expect("it is one of them");
        match rev {
            Rev::Redo(row, Op::Ref { .. }) if is_row(f, *row) => rows.push(*row),
            Rev::View {
                view,
                mutable: false,
                trimmed,
                ..
            } => *trimmed = rows.contains(view) && is_indexed(*view, behind),
            other => {
                let bodies = other.bodies_mut().iter_mut();
                bodies.for_each(|body| trim_in(f, body, rows));
            }
        }
    }
    rows.truncate(outer);
}

/// Whether it refers to a list of floats.
fn is_row(f: &Function, local: Local) -> bool {
    match f.ty(local) {
        Ty::Ref(false, of) => {
            matches!(&**of, Ty::Vec(of) | Ty::Slice(of) if of.is_float())
        }
        _ => false,
    }
}

/// Whether nothing is done with a shadow but at one index at a time.
fn is_indexed(view: Local, revs: &[Rev]) -> bool {
    let mut indexed = true;
    mentions::each(revs, &mut |mention| {
        let at = match mention {
            Mention::Add(place)
            | Mention::View(place)
            | Mention::Taken(place)
            | Mention::ReadAt(place) => place.path.first(),
            _ => None,
        };
        indexed &= mention.local() != view || matches!(at, Some(Step::Index(_)));
    });
    indexed
}
