//! Options, results, and what loops are left with.
//!
//! Their shadows are options and results of shadows: there is one where there is a value, and the reverse sweep finds the
//! variant as the forward sweep left it.

use super::{Differentiable, Loan};
use std::fmt::Display;
use std::ops::ControlFlow;

impl<T: Differentiable<Shadow: Sized>> Differentiable for Option<T> {
    type Shadow = Option<T::Shadow>;
    type Tangent = Option<T::Tangent>;
    type Again = Option<T::Again>;
    type Shape = Option<T::Shape>;

    whole!();

    #[inline]
    fn primal_shape(&self) -> Self::Shape {
        self.as_ref().map(T::primal_shape)
    }

    #[inline]
    fn primal_again(&self) -> Self::Again {
        self.as_ref().map(T::primal_again)
    }

    #[inline]
    fn primal_copied<Asked: crate::copying::Uncopied>(&self) -> Self {
        self.as_ref().map(T::primal_copied::<Asked>)
    }

    #[inline]
    fn zero_shadow(shape: &Self::Shape) -> Self::Shadow {
        shape.as_ref().map(T::zero_shadow)
    }

    #[inline]
    fn tangent(shadow: &Self::Shadow) -> Self::Tangent {
        shadow.as_ref().map(T::tangent)
    }

    #[inline]
    fn shadow(tangent: Self::Tangent) -> Self::Shadow {
        tangent.map(T::shadow)
    }

    #[inline]
    fn shadow_on(&self, tangent: &mut Self::Tangent) -> Self::Shadow {
        let value = self.as_ref()?;
        Some(part_on(value, tangent.as_mut()))
    }

    #[inline]
    fn into_tangent(shadow: Self::Shadow) -> Self::Tangent {
        shadow.map(T::into_tangent)
    }

    #[inline]
    fn zero_tangent(&self) -> Self::Tangent {
        self.as_ref().map(T::zero_tangent)
    }

    /// Any buffer will do: it is written as a whole.
    #[inline]
    fn check_buffer(&self, _buffer: &Self::Buffer, _argument: impl Display + Copy) {}
}

/// An error carries no derivative, whatever its type: what computes with its payload is refused, because
/// its shadow has no parts.
impl<T, E> Differentiable for Result<T, E>
where
    T: Differentiable<Shadow: Sized>,
{
    type Shadow = Result<T::Shadow, ()>;
    type Tangent = Result<T::Tangent, ()>;
    type Again = Result<T::Again, ()>;
    type Shape = Result<T::Shape, ()>;

    whole!();

    #[inline]
    fn primal_shape(&self) -> Self::Shape {
        self.as_ref().map(T::primal_shape).map_err(drop)
    }

    #[inline]
    fn primal_again(&self) -> Self::Again {
        self.as_ref().map(T::primal_again).map_err(drop)
    }

    /// Of an error, whose type is any, there is no copy.
    #[inline]
    fn primal_copied<Asked: crate::copying::Uncopied>(&self) -> Self {
        match self {
            Ok(value) => Ok(value.primal_copied::<Asked>()),
            Err(_) => Err(Asked::value()),
        }
    }

    #[inline]
    fn zero_shadow(shape: &Self::Shape) -> Self::Shadow {
        shape.as_ref().map(T::zero_shadow).map_err(|&()| ())
    }

    #[inline]
    fn tangent(shadow: &Self::Shadow) -> Self::Tangent {
        shadow.as_ref().map(T::tangent).map_err(|&()| ())
    }

    #[inline]
    fn shadow(tangent: Self::Tangent) -> Self::Shadow {
        tangent.map(T::shadow)
    }

    #[inline]
    fn shadow_on(&self, tangent: &mut Self::Tangent) -> Self::Shadow {
        let value = self.as_ref().map_err(drop)?;
        Ok(part_on(value, tangent.as_mut().ok()))
    }

    #[inline]
    fn into_tangent(shadow: Self::Shadow) -> Self::Tangent {
        shadow.map(T::into_tangent)
    }

    #[inline]
    fn zero_tangent(&self) -> Self::Tangent {
        self.as_ref().map(T::zero_tangent).map_err(drop)
    }

    /// Any buffer will do: it is written as a whole.
    #[inline]
    fn check_buffer(&self, _buffer: &Self::Buffer, _argument: impl Display + Copy) {}
}

impl<B, C> Differentiable for ControlFlow<B, C>
where
    B: Differentiable<Shadow: Sized>,
    C: Differentiable<Shadow: Sized>,
{
    type Shadow = ControlFlow<B::Shadow, C::Shadow>;
    type Tangent = ControlFlow<B::Tangent, C::Tangent>;
    type Again = ControlFlow<B::Again, C::Again>;
    type Shape = ControlFlow<B::Shape, C::Shape>;

    whole!();

    #[inline]
    fn primal_shape(&self) -> Self::Shape {
        either(self, B::primal_shape, C::primal_shape)
    }

    #[inline]
    fn primal_again(&self) -> Self::Again {
        either(self, B::primal_again, C::primal_again)
    }

    #[inline]
    fn primal_copied<Asked: crate::copying::Uncopied>(&self) -> Self {
        either(self, B::primal_copied::<Asked>, C::primal_copied::<Asked>)
    }

    #[inline]
    fn zero_shadow(shape: &Self::Shape) -> Self::Shadow {
        either(shape, B::zero_shadow, C::zero_shadow)
    }

    #[inline]
    fn tangent(shadow: &Self::Shadow) -> Self::Tangent {
        either(shadow, B::tangent, C::tangent)
    }

    #[inline]
    fn shadow(tangent: Self::Tangent) -> Self::Shadow {
        tangent.map_break(B::shadow).map_continue(C::shadow)
    }

    #[inline]
    fn into_tangent(shadow: Self::Shadow) -> Self::Tangent {
        shadow
            .map_break(B::into_tangent)
            .map_continue(C::into_tangent)
    }

    #[inline]
    fn zero_tangent(&self) -> Self::Tangent {
        either(self, B::zero_tangent, C::zero_tangent)
    }

    /// Any buffer will do: it is written as a whole.
    #[inline]
    fn check_buffer(&self, _buffer: &Self::Buffer, _argument: impl Display + Copy) {}
}

/// The zero shadow of a part, on the memory of the tangent's, if there is that part in it.
#[inline]
fn part_on<T>(value: &T, tangent: Option<&mut T::Tangent>) -> T::Shadow
where
    T: Differentiable<Shadow: Sized>,
{
    match tangent {
        Some(tangent) => value.shadow_on(tangent),
        None => T::zero_shadow(&value.primal_shape()),
    }
}

/// The same of a loop's end, whichever it is.
#[inline]
fn either<B, C, X, Y>(
    end: &ControlFlow<B, C>,
    of_break: impl FnOnce(&B) -> X,
    of_continue: impl FnOnce(&C) -> Y,
) -> ControlFlow<X, Y> {
    match end {
        ControlFlow::Break(value) => ControlFlow::Break(of_break(value)),
        ControlFlow::Continue(value) => ControlFlow::Continue(of_continue(value)),
    }
}
