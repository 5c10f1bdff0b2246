//! Which shadow, tangent and shape belong to a primal type.

mod leaves;
mod loan;
mod pooled;
mod sequences;
mod tuples;
mod wrappers;

pub use loan::Loan;

use crate::Accumulate;
use std::ops::DerefMut;

/// Types whose values may carry a derivative.
///
/// Implemented for `f64` and `f32`, for slices, arrays, vectors, tuples, options and boxes of what is
/// differentiable, and for integers, `bool`, `char` and strings, whose derivative is `()`. Code that is
/// generic over what it differentiates bounds its type parameters by this trait, or by
/// [`Real`](crate::Real) where it computes with them.
///
/// Three types accompany the primal. While the reverse sweep runs, the *shadow* has the primal's
/// current shape with a [`Cell`](std::cell::Cell) at each float. The *tangent* is what users see:
/// plain owned data. The *buffer* is the tangent as users lend it, behind `&mut`: `[f64]` for slices
/// and vectors.
///
/// ```
/// use ad_core::Differentiable;
///
/// let x = vec![1.0, 2.0];
/// let shadow = Vec::<f64>::zeros(&x.shape());
/// shadow[1].set(shadow[1].get() + 3.0);
/// assert_eq!(Vec::<f64>::tangent(&shadow), [0.0, 3.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` carries no derivative",
    label = "not differentiable",
    note = "mark the argument `#[constant]` if no derivative is wanted, or bound the type parameter by `Differentiable` or `Real`"
)]
pub trait Differentiable {
    /// The same shape with cells at the floats: `Cell<f64>` for `f64`, `[Cell<f64>]` for `[f64]`, `()`
    /// for integers.
    type Shadow: ?Sized + Accumulate;
    /// Owned plain data: `f64` for `f64`, `Vec<f64>` for `[f64]` and `Vec<f64>`, `()` for integers.
    type Tangent;
    /// What a caller lends to be written: `[f64]` for `[f64]` and `Vec<f64>`.
    type Buffer: ?Sized;
    /// What a pullback gets again of an argument passed by value: the value where copying it costs no
    /// more than remembering it, `()` for data on the heap.
    type Again;
    /// What is needed to make a zero shadow.
    type Shape;
    /// The shadow made from a caller's buffer, in place where the two have one layout.
    type Lent<'b>: DerefMut<Target = Self::Shadow>
    where
        Self: 'b;

    /// The shape of this value.
    fn shape(&self) -> Self::Shape;

    /// What the pullback gets again of this value.
    fn again(&self) -> Self::Again;

    /// A shadow of this shape, its floats −0.0.
    fn zeros(shape: &Self::Shape) -> Self::Shadow
    where
        Self::Shadow: Sized;

    /// What the shadow holds, as plain data, −0.0 made +0.0.
    fn tangent(shadow: &Self::Shadow) -> Self::Tangent;

    /// A shadow that holds this tangent.
    fn shadow(tangent: Self::Tangent) -> Self::Shadow
    where
        Self::Shadow: Sized;

    /// The tangent of this value's shape that is zero.
    fn zero_tangent(&self) -> Self::Tangent;

    /// Panics unless the buffer has this value's size, naming the argument and both sizes.
    fn check_buffer(&self, buffer: &Self::Buffer, argument: &str);

    /// Panics unless the tangent has this value's size, naming the argument and both sizes. Nothing to
    /// do for types of one size.
    fn check_tangent(&self, _tangent: &Self::Tangent, _argument: &str) {}

    /// The buffer as a zero shadow of this value's shape. What it held is lost.
    fn lend<'b>(&self, buffer: &'b mut Self::Buffer) -> Self::Lent<'b>
    where
        Self: 'b;

    /// Ends the loan: the buffer holds what the shadow held, −0.0 made +0.0.
    fn finish<'b>(lent: Self::Lent<'b>)
    where
        Self: 'b;

    /// The tangent as a buffer.
    fn buffer(tangent: &mut Self::Tangent) -> &mut Self::Buffer;

    /// The tangents seen as shadows where the two have one layout; given back where they do not.
    #[doc(hidden)]
    #[inline(always)]
    fn in_place(tangents: &mut [Self::Tangent]) -> Result<&mut [Self::Shadow], &mut [Self::Tangent]>
    where
        Self::Shadow: Sized,
    {
        Err(tangents)
    }
}
