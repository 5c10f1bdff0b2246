//! The pullback users get.
//!
//! Receives what a rule's pullback does with shadows; promises a value that is called with a cotangent of the result, as
//! often as wanted, and gives the cotangents of the arguments.

use std::fmt;

/// A pullback together with all it needs: the second half of what `f::vjp(..)` returns.
///
/// It may be called as often as wanted, each time with another cotangent of the function's result, and
/// gives the cotangents of the arguments without running the forward sweep again.
///
/// ```
/// # use ad_core::Vjp;
/// # fn square_vjp(x: f64) -> (f64, Vjp<impl Fn(f64) -> f64>) { (x * x, Vjp::new(move |dy| 2.0 * x * dy)) }
/// let (value, pullback) = square_vjp(3.0); // `square::vjp(3.0)`
/// assert_eq!(value, 9.0);
/// assert_eq!(pullback.call(1.0), 6.0);
/// assert_eq!(pullback.call(-0.5), -3.0);
/// ```
#[derive(Clone, Copy)]
pub struct Vjp<F>(F);

impl<F> Vjp<F> {
    #[doc(hidden)]
    #[inline]
    pub fn new(pullback: F) -> Self {
        Vjp(pullback)
    }

    /// The cotangents of the arguments, given the cotangent of the result.
    #[inline]
    pub fn call<Cotangent, Gradient>(&self, cotangent: Cotangent) -> Gradient
    where
        F: Fn(Cotangent) -> Gradient,
    {
        (self.0)(cotangent)
    }
}

impl<F> fmt::Debug for Vjp<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Vjp").finish_non_exhaustive()
    }
}
