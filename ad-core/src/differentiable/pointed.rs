//! Boxes in the place of the objects in them, whose shadows are those of the objects.

use super::{AnyShadow, Differentiable, Loan};
use crate::copying::Uncopied;
use crate::object::{ObjectShape, Pointed, Pointer, Upcasts};
use std::fmt::Display;

impl<T, P> Differentiable for Pointed<T, P>
where
    T: Differentiable<Shadow = AnyShadow, Tangent = AnyShadow, Shape = ObjectShape> + ?Sized,
    P: Pointer<Target: Upcasts<T>> + Differentiable,
{
    type Shadow = AnyShadow;
    type Tangent = AnyShadow;
    type Again = ();
    type Shape = ObjectShape;

    whole!();

    #[inline]
    fn primal_shape(&self) -> ObjectShape {
        self.object().primal_shape()
    }

    #[inline]
    fn primal_again(&self) {}

    #[inline]
    fn primal_copied<Asked: Uncopied>(&self) -> Self {
        Pointed::owned(self.pointer().primal_copied::<Asked>())
    }

    #[inline]
    fn zero_shadow(shape: &ObjectShape) -> AnyShadow {
        shape.zeros()
    }

    #[inline]
    fn tangent(shadow: &AnyShadow) -> AnyShadow {
        ObjectShape::tangent(shadow)
    }

    #[inline]
    fn shadow(tangent: AnyShadow) -> AnyShadow {
        ObjectShape::shadow(tangent)
    }

    #[inline]
    fn zero_tangent(&self) -> AnyShadow {
        self.primal_shape().zeros()
    }

    #[inline]
    fn check_buffer(&self, _buffer: &AnyShadow, _argument: impl Display + Copy) {}
}
