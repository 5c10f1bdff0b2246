//! Shadow cells that a loop hands on to their neighbours stay in registers.
//!
//! Receives a reverse sweep; promises the same sweep, in which a loop that takes, reads and adds to the shadow of
//! `x` only at `x[i + c]`, for a few neighbouring `c`, does so with scalars that hold these cells. An iteration loads
//! the one cell that the iteration before it did not have, and stores the one that the next will not.
//!
//! ```text
//! loop i in (1..n).rev() {         d_1 = d_x[n - 1]
//!     t = take d_x[i]              loop i in (1..n).rev() {
//!     d_x[i - 1] += t * a              d_0 = d_x[i - 1]
//! }                                    t = take d_1 ; d_0 += t * a
//!                                      d_x[i] = d_1 ; d_1 = d_0
//!                                  }
//!                                  d_x[0] = d_1
//! ```
//!
//! Without this, each iteration waits until what the one before it stored can be loaded, which costs as much as its
//! arithmetic; loops whose iterations commute do not wait. Every cell holds what it held before, at every step.

use super::Rev;
use super::neighbours::{self, Uses};
use crate::analysis::plan::Analyses;
use crate::ir::*;

/// The cells of one shadow around a loop's variable.
#[derive(Clone, Debug)]
pub(crate) struct Carried {
    pub(crate) root: Local,
    /// The cells are `x[i + low]` to `x[i + high]`, both included.
    pub(crate) low: i64,
    pub(crate) high: i64,
}

/// Carries cells wherever some are handed on.
pub(super) fn carry<'f>(a: &'f Analyses<'f>, revs: &mut [Rev<'f>]) {
    neighbours::each_loop(a, revs, &|cells, looped, body, schedule| {
        if schedule.upwards {
            return;
        }
        let kept = cells.keep(looped, body, are_handed_on);
        let carried = kept
            .into_iter()
            .map(|(root, low, high)| Carried { root, low, high });
        schedule.carried = carried.collect();
    });
}

/// Whether iterations have in common what they take or read and what they add to.
fn are_handed_on(uses: &Uses) -> bool {
    let both = !uses.added.is_empty() && !uses.had.is_empty();
    both && uses.added.union(&uses.had).count() > 1
}
