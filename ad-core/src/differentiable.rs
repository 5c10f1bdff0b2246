//! Which shadow, tangent and shape belong to a primal type.

/// The items of a type whose shadow has a size: it owns what it refers to.
macro_rules! sized {
    () => {
        type Owned = Self::Shadow;

        #[inline(always)]
        fn owned_zeros(shape: &Self::Shape) -> Self::Shadow {
            Self::zero_shadow(shape)
        }

        #[inline(always)]
        fn owned_shadow(tangent: Self::Tangent) -> Self::Shadow {
            Self::shadow(tangent)
        }

        #[inline(always)]
        fn owned_shadow_on(&self, tangent: &mut Self::Tangent) -> Self::Shadow {
            self.shadow_on(tangent)
        }

        #[inline(always)]
        fn owned_into_tangent(shadow: Self::Shadow) -> Self::Tangent {
            Self::into_tangent(shadow)
        }

        #[inline]
        fn copied_to_box<Asked: crate::copying::Uncopied>(&self) -> Box<Self> {
            Box::new(self.primal_copied::<Asked>())
        }
    };
}

/// The items of a type whose buffer is its tangent, written as a whole when a loan ends.
macro_rules! whole {
    () => {
        type Buffer = Self::Tangent;
        type Lent<'b>
            = Loan<'b, Self::Shadow, Self::Shadow, Self::Tangent>
        where
            Self: 'b;

        sized!();

        #[inline]
        fn lend<'b>(&self, buffer: &'b mut Self::Tangent) -> Self::Lent<'b>
        where
            Self: 'b,
        {
            Loan::of(self, buffer)
        }

        #[inline]
        fn finish<'b>(lent: Self::Lent<'b>)
        where
            Self: 'b,
        {
            lent.end();
        }

        #[inline(always)]
        fn buffer(tangent: &mut Self::Tangent) -> &mut Self::Tangent {
            tangent
        }
    };
}

mod any_function;
mod argument;
mod deque;
mod inert;
mod items;
mod leaves;
mod loan;
mod maps;
mod pointed;
mod pooled;
mod ranges;
mod references;
mod reversed;
mod seen;
mod sequences;
mod tuples;
mod wrappers;

pub use any_function::{AnyFunction, AnyShadow};
pub use argument::{Field, check_field};
pub use items::Items;
pub use loan::Loan;
pub use maps::{AtKeyOf, ByKeys, ByNothing, InMaps, Map, MapShadow, MapWay};
pub use pooled::{OtherZeros, PooledCells, PooledVec, PooledZeros};
pub use seen::{
    Asked, AskedForEq, AskedForFloats, AskedForSize, BoundOf, BoundOfDifferentiable,
    BoundToDifferentiable, BoundToOther, BoundToReference, CotangentOfMade, FieldByParts, Harmless,
    Seen, SeenAs, SeenField, SeenIn,
};
pub(crate) use sequences::pooled_zeros;

use crate::Accumulate;
use std::borrow::{Borrow, BorrowMut};
use std::fmt::Display;
use std::ops::DerefMut;

/// Types whose values may carry a derivative.
///
/// Implemented for `f64` and `f32`, for slices, arrays, vectors, deques, tuples, options, results, boxes
/// and references of what is differentiable, and for what has no float inside (integers, `bool`,
/// `char`, strings, ranges, maps of such), whose derivative is `()`. For types of one's own there is
/// `#[derive(Differentiable)]`. Code that is generic over what it differentiates bounds its type
/// parameters by this trait, or by [`Real`](crate::Real) where it computes with them.
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
/// let shadow = Vec::<f64>::zero_shadow(&x.primal_shape());
/// shadow[1].set(shadow[1].get() + 3.0);
/// assert_eq!(Vec::<f64>::tangent(&shadow), [0.0, 3.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` carries no derivative",
    label = "not differentiable",
    note = "for a type of your own, derive `Differentiable` for it; if no derivative is wanted, mark the argument or field `#[constant]`; a type parameter needs the bound `Differentiable` or `Real`"
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
    /// A shadow that owns what it refers to: that of a reference or box inside another type.
    /// `Self::Shadow` where that has a size, `Vec<Cell<f64>>` for `[f64]`.
    type Owned: BorrowMut<Self::Shadow> + Accumulate;

    /// The shape of this value.
    fn primal_shape(&self) -> Self::Shape;

    /// What the pullback gets again of this value.
    fn primal_again(&self) -> Self::Again;

    /// A shadow of this shape, its floats −0.0.
    fn zero_shadow(shape: &Self::Shape) -> Self::Shadow
    where
        Self::Shadow: Sized;

    /// What the shadow holds, as plain data, −0.0 made +0.0.
    fn tangent(shadow: &Self::Shadow) -> Self::Tangent;

    /// A shadow that holds this tangent.
    fn shadow(tangent: Self::Tangent) -> Self::Shadow
    where
        Self::Shadow: Sized;

    /// An owned shadow of this shape, its floats −0.0.
    fn owned_zeros(shape: &Self::Shape) -> Self::Owned;

    /// An owned shadow that holds this tangent.
    fn owned_shadow(tangent: Self::Tangent) -> Self::Owned;

    /// The tangent of this value's shape that is zero.
    fn zero_tangent(&self) -> Self::Tangent;

    /// Panics unless the buffer has this value's size, naming the argument and both sizes.
    fn check_buffer(&self, buffer: &Self::Buffer, argument: impl Display + Copy);

    /// Panics unless the tangent has this value's size, naming the argument and both sizes. Nothing to
    /// do for types of one size.
    fn check_tangent(&self, _tangent: &Self::Tangent, _argument: impl Display + Copy) {}

    /// The buffer as a zero shadow of this value's shape. What it held is lost.
    fn lend<'b>(&self, buffer: &'b mut Self::Buffer) -> Self::Lent<'b>
    where
        Self: 'b;

    /// Ends the loan: the buffer holds what the shadow held, −0.0 made +0.0.
    fn finish<'b>(lent: Self::Lent<'b>)
    where
        Self: 'b;

    /// A zero shadow of this value's shape, on the memory of a tangent that has the shape, if it is heap
    /// memory. The tangent is left without it.
    #[doc(hidden)]
    #[inline]
    fn shadow_on(&self, _tangent: &mut Self::Tangent) -> Self::Shadow
    where
        Self::Shadow: Sized,
    {
        Self::zero_shadow(&self.primal_shape())
    }

    /// What [`tangent`](Self::tangent) gives, on the shadow's memory.
    #[doc(hidden)]
    #[inline]
    fn into_tangent(shadow: Self::Shadow) -> Self::Tangent
    where
        Self::Shadow: Sized,
    {
        Self::tangent(&shadow)
    }

    /// The same as [`shadow_on`](Self::shadow_on) for an owned shadow.
    #[doc(hidden)]
    #[inline]
    fn owned_shadow_on(&self, _tangent: &mut Self::Tangent) -> Self::Owned {
        Self::owned_zeros(&self.primal_shape())
    }

    /// The same as [`into_tangent`](Self::into_tangent) for an owned shadow.
    #[doc(hidden)]
    #[inline]
    fn owned_into_tangent(shadow: Self::Owned) -> Self::Tangent {
        Self::tangent(shadow.borrow())
    }

    /// The tangent as a buffer.
    fn buffer(tangent: &mut Self::Tangent) -> &mut Self::Buffer;

    /// A copy that asks no `Clone` of a user's type: derives copy field by field. Where there is no copy,
    /// that is an error of whoever asks: the type parameter keeps the body from being compiled before.
    #[doc(hidden)]
    fn primal_copied<Asked: crate::copying::Uncopied>(&self) -> Self
    where
        Self: Sized,
    {
        Asked::value()
    }

    /// The same on the heap, which can be said of what has no size.
    #[doc(hidden)]
    fn copied_to_box<Asked: crate::copying::Uncopied>(&self) -> Box<Self> {
        Asked::value()
    }

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
