//! Shadows of references that rustc coerced: `node = below`, where `node` is a `&Node` and `below` a
//! `&Box<Node>`.
//!
//! The assignment's cotangent is the shadow of a `Node`, and goes to that of a box. Method resolution finds
//! which of the two it is.
//!
//! ```text
//! node = below;           // forward
//!
//! (&&&Coerced(&d_below, &d_node)).__accumulate();    // reverse
//! ```

use super::constant::AccumulateFrom;

/// A shadow, and what is added to it.
pub struct Coerced<'s, S: ?Sized, F: ?Sized>(pub &'s S, pub &'s F);

/// Found where nothing was coerced.
pub trait AsItIs {
    /// Adds the second to the first.
    fn __accumulate(&self);
}

impl<S: AccumulateFrom<F> + ?Sized, F: ?Sized> AsItIs for &&Coerced<'_, S, F> {
    #[inline(always)]
    fn __accumulate(&self) {
        self.0.accumulate_from(self.1);
    }
}

/// Found where a box was taken for what is in it.
pub trait ThroughBox {
    /// Adds the second to what is in the first.
    fn __accumulate(&self);
}

impl<S: AccumulateFrom<F> + ?Sized, F: ?Sized> ThroughBox for &Coerced<'_, Box<S>, F> {
    #[inline(always)]
    fn __accumulate(&self) {
        S::accumulate_from(self.0, self.1);
    }
}
