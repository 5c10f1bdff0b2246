//! Giving a number's cotangent to a value whose type the compiler of derivatives does not see.
//!
//! ```text
//! let y = x as f64;        // the user's: `x` may be an f32, an f64 or an integer
//!
//! deposit(&dx, dy);        // the reverse sweep
//! ```

use super::constant::{ConstantField, Drops};
use super::convert;
use crate::Real;
use std::cell::Cell;

/// Shadows of numbers.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is the shadow of something that is not a number",
    label = "a number is needed here",
    note = "numbers are `f64`, `f32`, type parameters bound by `Real`, and integers"
)]
pub trait Deposit<F> {
    /// Adds `x`, as a float of the shadow's type.
    fn deposit(&self, x: F);
}

impl<T: Real, F: Real> Deposit<F> for Cell<T> {
    #[inline(always)]
    fn deposit(&self, x: F) {
        self.set(self.get() + convert(x));
    }
}

/// An integer's shadow takes nothing.
impl<F: Real> Deposit<F> for () {
    #[inline(always)]
    fn deposit(&self, _: F) {}
}

/// Nor does what is constant.
impl<F: Real, C: ?Sized, By: Drops<C>> Deposit<F> for ConstantField<C, By> {
    #[inline(always)]
    fn deposit(&self, _: F) {}
}

/// Adds a float to the shadow of a number.
#[inline(always)]
pub fn deposit<S: Deposit<F> + ?Sized, F>(shadow: &S, x: F) {
    shadow.deposit(x);
}
