//! Free functions for emitted code: generic over the primal type, so that shadows need no type of their
//! own to be inferred.

use crate::emitted::AddTo;
use crate::emitted::TakeFrom;
use crate::{Differentiable, Real};
use std::marker::PhantomData;

/// The value itself, without derivative: the gradient does not flow through it.
///
/// ```
/// # use ad_core::stop_gradient;
/// assert_eq!(stop_gradient(2.0), 2.0);
/// ```
#[inline(always)]
pub fn stop_gradient<T>(x: T) -> T {
    x
}

/// What is needed to make a zero shadow of a `T`, after the `T` itself is gone.
pub struct ShapeOf<T: Differentiable + ?Sized>(T::Shape, PhantomData<fn(&T)>);

impl<T: Differentiable + ?Sized> ShapeOf<T> {
    #[inline(always)]
    pub(crate) fn shape(&self) -> &T::Shape {
        &self.0
    }
}

/// The shape of a value.
#[inline(always)]
pub fn shape_of<T: Differentiable + ?Sized>(value: &T) -> ShapeOf<T> {
    ShapeOf(value.primal_shape(), PhantomData)
}

/// A zero shadow for values of this shape.
#[inline(always)]
pub fn zeros<T>(shape: &ShapeOf<T>) -> T::Shadow
where
    T: Differentiable<Shadow: Sized> + ?Sized,
{
    T::zero_shadow(&shape.0)
}

/// The same for what owns its shadow, as what is behind a reference does.
#[inline]
pub fn owned_zeros<T: Differentiable + ?Sized>(shape: &ShapeOf<T>) -> T::Owned {
    T::owned_zeros(&shape.0)
}

/// What the pullback gets again of an argument passed by value.
#[inline(always)]
pub fn again<T: Differentiable + ?Sized>(value: &T) -> T::Again {
    value.primal_again()
}

/// Adds to a shadow.
#[inline(always)]
pub fn add<S: AddTo<T> + ?Sized, T>(shadow: &S, x: T) {
    shadow.add(x);
}

/// Adds to the shadow of an argument, if the caller wants it.
#[inline(always)]
pub fn deliver<S: AddTo<T> + ?Sized, T>(sink: Option<&S>, x: T) {
    if let Some(shadow) = sink {
        shadow.add(x);
    }
}

/// What an argument of `max` or `min` gets of a cotangent: all where its partial is one, else nothing.
///
/// A loop that looks for the largest value waits in each iteration for the cotangent of the one after;
/// a choice is there four times as soon as a product. Nor does nothing become NaN where `x` is infinite.
#[inline(always)]
pub fn chosen_by<T: Real>(partial: T, x: T) -> T {
    if partial == T::ZERO { T::NEG_ZERO } else { x }
}

/// Reads a shadow and clears it.
#[inline(always)]
pub fn take<T, S: TakeFrom<T> + ?Sized>(shadow: &S) -> T {
    shadow.taken()
}

/// What multiplying by divides.
#[inline(always)]
pub fn reciprocal<T: Real>(x: T) -> T {
    T::ONE / x
}

/// A cotangent over a divisor: the division waits for no cotangent.
#[inline(always)]
pub fn over<T: Real>(cotangent: T, divisor: T) -> T {
    cotangent * reciprocal(divisor)
}

/// The product of two floats, where a bound `f64: Mul<Vector>` has rustc take every other factor for a vector.
#[inline(always)]
pub fn times<T: Real>(a: T, b: T) -> T {
    a * b
}

/// Whether anything came to a shadow.
#[inline(always)]
pub fn is_any<T: Real>(shadow: T) -> bool {
    shadow != T::NEG_ZERO
}

/// The contribution, or nothing if nothing came to the shadow that it is made of.
#[inline(always)]
pub fn if_any<T: Real>(shadow: T, contribution: T) -> T {
    if is_any(shadow) {
        contribution
    } else {
        T::ZERO
    }
}

/// A float, or a reference to one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a float",
    label = "an `f64`, an `f32` or a type bound by `Real` is needed here"
)]
pub trait ToScalar {
    /// The float.
    type Real;

    /// Its value.
    fn to_scalar(self) -> Self::Real;
}

impl<X: ToScalar + Copy> ToScalar for &X {
    type Real = X::Real;

    #[inline(always)]
    fn to_scalar(self) -> X::Real {
        (*self).to_scalar()
    }
}

/// The value of a float or of a reference to one.
#[inline(always)]
pub fn scalar<X: ToScalar>(x: X) -> X::Real {
    x.to_scalar()
}
