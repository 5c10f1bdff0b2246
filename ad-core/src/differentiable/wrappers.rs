//! Options and boxes.

use super::{Differentiable, Loan};

impl<T: Differentiable<Shadow: Sized>> Differentiable for Option<T> {
    type Shadow = Option<T::Shadow>;
    type Tangent = Option<T::Tangent>;
    type Buffer = Option<T::Tangent>;
    type Again = Option<T::Again>;
    type Shape = Option<T::Shape>;
    type Lent<'b>
        = Loan<'b, Self::Shadow, Self::Shadow, Self::Buffer>
    where
        Self: 'b;

    #[inline]
    fn shape(&self) -> Self::Shape {
        self.as_ref().map(T::shape)
    }

    #[inline]
    fn again(&self) -> Self::Again {
        self.as_ref().map(T::again)
    }

    #[inline]
    fn zeros(shape: &Self::Shape) -> Self::Shadow {
        shape.as_ref().map(T::zeros)
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
    fn zero_tangent(&self) -> Self::Tangent {
        self.as_ref().map(T::zero_tangent)
    }

    /// Any buffer will do: it is written as a whole.
    #[inline]
    fn check_buffer(&self, _buffer: &Self::Buffer, _argument: &str) {}

    #[inline]
    fn lend<'b>(&self, buffer: &'b mut Self::Buffer) -> Self::Lent<'b>
    where
        Self: 'b,
    {
        Loan::Owned(Self::zeros(&self.shape()), buffer)
    }

    #[inline]
    fn finish<'b>(lent: Self::Lent<'b>)
    where
        Self: 'b,
    {
        lent.write(Self::tangent);
    }

    #[inline]
    fn buffer(tangent: &mut Self::Tangent) -> &mut Self::Buffer {
        tangent
    }
}

impl<T: Differentiable<Shadow: Sized>> Differentiable for Box<T> {
    type Shadow = Box<T::Shadow>;
    type Tangent = Box<T::Tangent>;
    type Buffer = Box<T::Tangent>;
    type Again = ();
    type Shape = Box<T::Shape>;
    type Lent<'b>
        = Loan<'b, Self::Shadow, Self::Shadow, Self::Buffer>
    where
        Self: 'b;

    #[inline]
    fn shape(&self) -> Self::Shape {
        Box::new(T::shape(self))
    }

    #[inline]
    fn again(&self) {}

    #[inline]
    fn zeros(shape: &Self::Shape) -> Self::Shadow {
        Box::new(T::zeros(shape))
    }

    #[inline]
    fn tangent(shadow: &Self::Shadow) -> Self::Tangent {
        Box::new(T::tangent(shadow))
    }

    #[inline]
    fn shadow(tangent: Self::Tangent) -> Self::Shadow {
        Box::new(T::shadow(*tangent))
    }

    #[inline]
    fn zero_tangent(&self) -> Self::Tangent {
        Box::new(T::zero_tangent(self))
    }

    #[inline]
    fn check_buffer(&self, buffer: &Self::Buffer, argument: &str) {
        T::check_tangent(self, buffer, argument);
    }

    #[inline]
    fn check_tangent(&self, tangent: &Self::Tangent, argument: &str) {
        T::check_tangent(self, tangent, argument);
    }

    #[inline]
    fn lend<'b>(&self, buffer: &'b mut Self::Buffer) -> Self::Lent<'b>
    where
        Self: 'b,
    {
        Loan::Owned(Self::zeros(&self.shape()), buffer)
    }

    #[inline]
    fn finish<'b>(lent: Self::Lent<'b>)
    where
        Self: 'b,
    {
        lent.write(Self::tangent);
    }

    #[inline]
    fn buffer(tangent: &mut Self::Tangent) -> &mut Self::Buffer {
        tangent
    }
}
