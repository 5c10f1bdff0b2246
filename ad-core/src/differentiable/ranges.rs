//! Ranges of floats: an interval, whose ends carry derivatives. Ranges of integers carry none.

use super::{Differentiable, Loan};
use std::cell::Cell;
use std::fmt::Display;
use std::ops::Range;

macro_rules! ranges {
    ($($float:ident)*) => {$(
        impl Differentiable for Range<$float> {
            type Shadow = Range<Cell<$float>>;
            type Tangent = Range<$float>;
            type Again = Range<$float>;
            type Shape = ();

            whole!();

            #[inline(always)]
            fn primal_shape(&self) {}

            #[inline(always)]
            fn primal_again(&self) -> Range<$float> {
                self.clone()
            }

            #[inline(always)]
            fn primal_copied<Asked: crate::copying::Uncopied>(&self) -> Range<$float> {
                self.clone()
            }

            #[inline(always)]
            fn zero_shadow((): &()) -> Range<Cell<$float>> {
                $float::zero_shadow(&())..$float::zero_shadow(&())
            }

            #[inline(always)]
            fn tangent(shadow: &Range<Cell<$float>>) -> Range<$float> {
                $float::tangent(&shadow.start)..$float::tangent(&shadow.end)
            }

            #[inline(always)]
            fn shadow(tangent: Range<$float>) -> Range<Cell<$float>> {
                $float::shadow(tangent.start)..$float::shadow(tangent.end)
            }

            #[inline(always)]
            fn zero_tangent(&self) -> Range<$float> {
                0.0..0.0
            }

            #[inline(always)]
            fn check_buffer(&self, _buffer: &Range<$float>, _argument: impl Display + Copy) {}
        }
    )*};
}

ranges!(f64 f32);
