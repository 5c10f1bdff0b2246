//! Values in reverse order: what a tuple of one is, with another name.

use super::{Differentiable, Loan};
use std::cmp::Reverse;
use std::fmt::Display;

impl<T: Differentiable<Shadow: Sized>> Differentiable for Reverse<T> {
    type Shadow = (T::Shadow,);
    type Tangent = (T::Tangent,);
    type Again = Reverse<T::Again>;
    type Shape = (T::Shape,);

    whole!();

    #[inline(always)]
    fn primal_shape(&self) -> Self::Shape {
        (self.0.primal_shape(),)
    }

    #[inline(always)]
    fn primal_again(&self) -> Self::Again {
        Reverse(self.0.primal_again())
    }

    #[inline]
    fn primal_copied<Asked: crate::copying::Uncopied>(&self) -> Self {
        Reverse(self.0.primal_copied::<Asked>())
    }

    #[inline(always)]
    fn zero_shadow(shape: &Self::Shape) -> Self::Shadow {
        <(T,)>::zero_shadow(shape)
    }

    #[inline(always)]
    fn tangent(shadow: &Self::Shadow) -> Self::Tangent {
        <(T,)>::tangent(shadow)
    }

    #[inline(always)]
    fn shadow(tangent: Self::Tangent) -> Self::Shadow {
        <(T,)>::shadow(tangent)
    }

    #[inline(always)]
    fn shadow_on(&self, tangent: &mut Self::Tangent) -> Self::Shadow {
        (self.0.shadow_on(&mut tangent.0),)
    }

    #[inline(always)]
    fn into_tangent(shadow: Self::Shadow) -> Self::Tangent {
        <(T,)>::into_tangent(shadow)
    }

    #[inline(always)]
    fn zero_tangent(&self) -> Self::Tangent {
        (self.0.zero_tangent(),)
    }

    #[inline]
    fn check_buffer(&self, buffer: &Self::Buffer, argument: impl Display + Copy) {
        self.0.check_tangent(&buffer.0, argument);
    }

    #[inline]
    fn check_tangent(&self, tangent: &Self::Tangent, argument: impl Display + Copy) {
        self.check_buffer(tangent, argument);
    }
}
