//! Floats.

use super::Differentiable;
use std::cell::Cell;
use std::fmt::Display;
use std::slice;

/// Floats seen as cells. `Cell::from_mut` gives a shared reference; the shadow of a `&mut` is a `&mut`.
#[inline(always)]
fn cells<T>(floats: &mut [T]) -> &mut [Cell<T>] {
    let (start, len) = (floats.as_mut_ptr().cast(), floats.len());
    // SAFETY: `Cell<T>` has the layout of `T`, and the unique borrow passes from one to the other.
    unsafe { slice::from_raw_parts_mut(start, len) }
}

macro_rules! floats {
    ($($float:ident)*) => {$(
        impl Differentiable for $float {
            type Shadow = Cell<$float>;
            type Tangent = $float;
            type Buffer = $float;
            type Again = $float;
            type Shape = ();
            type Lent<'b> = &'b mut Cell<$float>;

            sized!();

            #[inline(always)]
            fn primal_shape(&self) {}

            #[inline(always)]
            fn primal_again(&self) -> $float {
                *self
            }

            #[inline(always)]
            fn primal_copied<Asked: crate::copying::Uncopied>(&self) -> $float {
                *self
            }

            #[inline(always)]
            fn zero_shadow((): &()) -> Cell<$float> {
                Cell::new(-0.0)
            }

            #[inline(always)]
            fn tangent(shadow: &Cell<$float>) -> $float {
                shadow.get() + 0.0
            }

            #[inline(always)]
            fn shadow(tangent: $float) -> Cell<$float> {
                Cell::new(tangent)
            }

            #[inline(always)]
            fn zero_tangent(&self) -> $float {
                0.0
            }

            #[inline(always)]
            fn check_buffer(&self, _buffer: &$float, _argument: impl Display + Copy) {}

            #[inline(always)]
            fn lend<'b>(&self, buffer: &'b mut $float) -> &'b mut Cell<$float>
            where
                Self: 'b,
            {
                *buffer = -0.0;
                &mut cells(slice::from_mut(buffer))[0]
            }

            #[inline(always)]
            fn finish<'b>(lent: &'b mut Cell<$float>)
            where
                Self: 'b,
            {
                *lent.get_mut() += 0.0;
            }

            #[inline(always)]
            fn buffer(tangent: &mut $float) -> &mut $float {
                tangent
            }

            #[inline(always)]
            fn in_place(tangents: &mut [$float]) -> Result<&mut [Cell<$float>], &mut [$float]> {
                Ok(cells(tangents))
            }
        }
    )*};
}

floats!(f64 f32);
