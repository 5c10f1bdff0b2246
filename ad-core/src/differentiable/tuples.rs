//! Tuples.

use super::{Differentiable, Loan};
use std::fmt::Display;

macro_rules! tuples {
    ($($($T:ident $i:tt)+;)*) => {$(
        impl<$($T: Differentiable<Shadow: Sized>),+> Differentiable for ($($T,)+) {
            type Shadow = ($($T::Shadow,)+);
            type Tangent = ($($T::Tangent,)+);
            type Again = ($($T::Again,)+);
            type Shape = ($($T::Shape,)+);

            whole!();

            #[inline(always)]
            fn primal_shape(&self) -> Self::Shape {
                ($(self.$i.primal_shape(),)+)
            }

            #[inline(always)]
            fn primal_again(&self) -> Self::Again {
                ($(self.$i.primal_again(),)+)
            }

            #[inline]
            fn primal_copied<Asked: crate::copying::Uncopied>(&self) -> Self {
                ($(self.$i.primal_copied::<Asked>(),)+)
            }

            #[inline(always)]
            fn zero_shadow(shape: &Self::Shape) -> Self::Shadow {
                ($($T::zero_shadow(&shape.$i),)+)
            }

            #[inline(always)]
            fn tangent(shadow: &Self::Shadow) -> Self::Tangent {
                ($($T::tangent(&shadow.$i),)+)
            }

            #[inline(always)]
            fn shadow(tangent: Self::Tangent) -> Self::Shadow {
                ($($T::shadow(tangent.$i),)+)
            }

            #[inline(always)]
            fn shadow_on(&self, tangent: &mut Self::Tangent) -> Self::Shadow {
                ($(self.$i.shadow_on(&mut tangent.$i),)+)
            }

            #[inline(always)]
            fn into_tangent(shadow: Self::Shadow) -> Self::Tangent {
                ($($T::into_tangent(shadow.$i),)+)
            }

            #[inline(always)]
            fn zero_tangent(&self) -> Self::Tangent {
                ($(self.$i.zero_tangent(),)+)
            }

            #[inline]
            fn check_buffer(&self, buffer: &Self::Buffer, argument: impl Display + Copy) {
                $(self.$i.check_tangent(&buffer.$i, argument);)+
            }

            #[inline]
            fn check_tangent(&self, tangent: &Self::Tangent, argument: impl Display + Copy) {
                self.check_buffer(tangent, argument);
            }
        }
    )*};
}

for_tuples!(tuples);
