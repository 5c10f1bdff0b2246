//! Deques: their tangent is a vector, front to back.

use super::sequences::{check_elements, shadows_on};
use super::{Differentiable, Loan};
use std::collections::VecDeque;
use std::fmt::Display;

impl<T: Differentiable<Shadow: Sized>> Differentiable for VecDeque<T> {
    type Shadow = VecDeque<T::Shadow>;
    type Tangent = Vec<T::Tangent>;
    type Again = ();
    type Shape = Vec<T::Shape>;

    whole!();

    #[inline]
    fn primal_shape(&self) -> Self::Shape {
        self.iter().map(T::primal_shape).collect()
    }

    #[inline(always)]
    fn primal_again(&self) {}

    #[inline]
    fn primal_copied<Asked: crate::copying::Uncopied>(&self) -> Self {
        self.iter().map(T::primal_copied::<Asked>).collect()
    }

    #[inline]
    fn zero_shadow(shape: &Self::Shape) -> Self::Shadow {
        shape.iter().map(T::zero_shadow).collect()
    }

    #[inline]
    fn tangent(shadow: &Self::Shadow) -> Self::Tangent {
        shadow.iter().map(T::tangent).collect()
    }

    #[inline]
    fn shadow(tangent: Self::Tangent) -> Self::Shadow {
        VecDeque::from(Vec::<T>::shadow(tangent))
    }

    #[inline]
    fn shadow_on(&self, tangent: &mut Self::Tangent) -> Self::Shadow {
        shadows_on(self, tangent).into()
    }

    #[inline]
    fn into_tangent(shadow: Self::Shadow) -> Self::Tangent {
        Vec::<T>::into_tangent(shadow.into())
    }

    #[inline]
    fn zero_tangent(&self) -> Self::Tangent {
        self.iter().map(T::zero_tangent).collect()
    }

    #[inline]
    fn check_buffer(&self, buffer: &Self::Buffer, argument: impl Display + Copy) {
        self.check_tangent(buffer, argument);
    }

    #[inline]
    fn check_tangent(&self, tangent: &Self::Tangent, argument: impl Display + Copy) {
        check_elements(self, tangent, argument);
    }
}
