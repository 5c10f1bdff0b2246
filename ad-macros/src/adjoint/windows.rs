//! Shadow cells of neighbouring iterations stay in registers.
//!
//! Receives a reverse sweep; promises the same sweep, in which a loop that touches the shadow of `x` only
//! by adding to `x[i + c]`, for a few neighbouring `c`, adds to scalars instead, one for each `c`. A cell
//! that no later iteration adds to goes to memory, once, and the scalars move on by one cell.
//!
//! ```text
//! loop i in (0..n).rev() {         d_0 = d_1 = -0.0
//!     d_x[i + 1] += p              loop i in (0..n).rev() {
//!     d_x[i] += q                      d_1 += p ; d_0 += q
//! }                                    d_x[i + 1] += d_1 ; d_1 = d_0 ; d_0 = -0.0
//!                                  }
//!                                  d_x[0] += d_1
//! ```
//!
//! Without this, each iteration waits until what the one before it stored can be loaded. Cells only ever
//! grow here, so the order in which they do does not matter.

use super::{Rev, neighbours};
use crate::analysis::plan::Analyses;
use crate::ir::*;

/// The cells of one shadow around a loop's variable.
#[derive(Clone, Debug)]
pub(crate) struct Window {
    pub(crate) root: Local,
    /// The window is `x[i + low]` to `x[i + high]`, both included.
    pub(crate) low: i64,
    pub(crate) high: i64,
    pub(crate) begins: Begins,
}

/// Whether what a window stores is all that its cells have ever got: see `first_touch`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Begins {
    /// They have got something.
    No,
    /// It is all, and they hold nothing.
    Here,
    /// It is all, but they may hold anything, if the rule's caller says so.
    ForCaller,
}

/// Makes windows wherever there can be some.
pub(super) fn open<'f>(a: &'f Analyses<'f>, revs: &mut [Rev<'f>]) {
    neighbours::each_loop(a, revs, &|cells, looped, body, schedule| {
        let kept = cells.keep(looped, body, |uses| uses.had.is_empty());
        let windows = kept.into_iter().map(|(root, low, high)| Window {
            root,
            low,
            high,
            begins: Begins::No,
        });
        schedule.windows = windows.collect();
    });
}
