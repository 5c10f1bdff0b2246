//! Values of types that may or may not be differentiable.
//!
//! A function that names no type parameter meets types of which its syntax says nothing: a `Mode` read
//! from a field, a `Kind` in an array. Where such a type implements [`Differentiable`] it is treated so,
//! and otherwise its shadow is `()`. That loses nothing: a derivative gets into a value only through
//! its parts or through a rule, and `()` has neither part nor rule.
//!
//! ```text
//! (&&Probe(&x)).__shape()     // a shape (`shapes.rs`) where `X: Differentiable`, NoShape where not
//! (&&Built(&x)).__shape()     // the same, but an error where not
//! ```
//!
//! Method resolution chooses, by the number of references that each trait is implemented for.

use super::constant::{ByMark, ByOrigin, ByType, ConstantField};
use crate::Differentiable;
use crate::functions::{ShapeOf, again};
use std::marker::PhantomData;

/// A value whose type is asked about.
pub struct Probe<'x, T: ?Sized>(pub &'x T);

impl<T: ?Sized> Clone for Probe<'_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for Probe<'_, T> {}

/// The shape of a value without a derivative.
pub struct NoShape;

impl NoShape {
    /// The shape of a copy of a field. A field of a type without derivative is constant by a mark or by its type, so its
    /// own fields are constant like it.
    #[inline(always)]
    pub fn __of_field<T: ?Sized, By>(self, constant: ConstantShape<T, By>) -> ConstantShape<T, By> {
        constant
    }

    /// The shape of a list, which has a length, or of anything else.
    #[inline(always)]
    pub fn __of_list<L: Length>(self, length: L) -> L::Shape {
        length.shape()
    }

    /// The shapes of the parts: one of them may have a derivative, where the others have none.
    #[inline(always)]
    pub fn __or_parts<S>(self, parts: impl FnOnce() -> S) -> S {
        parts()
    }
}

/// What is replaced by a list whose items carry no derivative. In a field such a list has a shadow of its length, whatever
/// the items are, `Vec<()>`.
pub struct Listed<'x, T: ?Sized>(pub &'x T);

/// Found for vectors.
pub trait ListedVec {
    /// How long it is.
    fn __length(&self) -> usize;
}

impl<T> ListedVec for &Listed<'_, Vec<T>> {
    #[inline(always)]
    fn __length(&self) -> usize {
        self.0.len()
    }
}

/// Found for everything else.
pub trait ListedOther {
    /// Nothing.
    fn __length(&self);
}

impl<T: ?Sized> ListedOther for Listed<'_, T> {
    #[inline(always)]
    fn __length(&self) {}
}

/// A list's length, or none.
pub trait Length {
    /// The shape of what has it.
    type Shape;

    /// That shape.
    fn shape(self) -> Self::Shape;
}

impl Length for usize {
    type Shape = ListShape;

    #[inline(always)]
    fn shape(self) -> ListShape {
        ListShape(self)
    }
}

impl Length for () {
    type Shape = NoShape;

    #[inline(always)]
    fn shape(self) -> NoShape {
        NoShape
    }
}

/// The shape of a list whose items carry no derivative.
pub struct ListShape(usize);

impl Zeros for ListShape {
    type Shadow = Vec<()>;

    #[inline(always)]
    fn zeros(&self) -> Vec<()> {
        vec![(); self.0]
    }
}

/// The shape of a copy of a constant field.
pub struct ConstantShape<T: ?Sized, By>(PhantomData<fn(&T) -> By>);

impl<T: ?Sized, By> Zeros for ConstantShape<T, By> {
    type Shadow = ConstantField<T, By>;

    #[inline(always)]
    fn zeros(&self) -> ConstantField<T, By> {
        ConstantField::new()
    }
}

/// A copy of a field, which is asked what the field would be constant by.
pub struct CopyOf<'x, T: ?Sized>(pub &'x T);

impl<T: ?Sized> CopyOf<'_, T> {
    /// By what the field says: a method without a rule is called on the copy.
    #[inline(always)]
    pub fn __asked(&self) -> ConstantShape<T, ByOrigin> {
        ConstantShape(PhantomData)
    }
}

/// Found where its type has `Eq`: it may be a field that bears no mark.
pub trait CopyWithEq<T: ?Sized> {
    /// By its type.
    #[inline(always)]
    fn __constant(&self) -> ConstantShape<T, ByType> {
        ConstantShape(PhantomData)
    }
}

impl<T: Eq + ?Sized> CopyWithEq<T> for CopyOf<'_, T> {}

/// Found where it has not.
pub trait CopyWithoutEq<T: ?Sized> {
    /// By a mark.
    #[inline(always)]
    fn __constant(&self) -> ConstantShape<T, ByMark> {
        ConstantShape(PhantomData)
    }
}

impl<T: ?Sized> CopyWithoutEq<T> for &CopyOf<'_, T> {}

/// The shapes of copies of fields, and of what has parts.
pub trait OfField: Sized {
    /// Itself; a [`NoShape`]'s own method takes precedence.
    #[inline(always)]
    fn __of_field<C>(self, _: C) -> Self {
        self
    }

    /// Itself; a [`NoShape`]'s own method takes precedence.
    #[inline(always)]
    fn __of_list<L>(self, _: L) -> Self {
        self
    }

    /// Itself; a [`NoShape`]'s own method takes precedence.
    #[inline(always)]
    fn __or_parts<S>(self, _: impl FnOnce() -> S) -> Self {
        self
    }
}

impl<S> OfField for S {}

/// What a zero shadow is made from.
pub trait Zeros {
    /// The shadow.
    type Shadow;

    /// A zero shadow.
    fn zeros(&self) -> Self::Shadow;
}

impl<T: Differentiable<Shadow: Sized> + ?Sized> Zeros for ShapeOf<T> {
    type Shadow = T::Shadow;

    #[inline(always)]
    fn zeros(&self) -> T::Shadow {
        crate::functions::zeros(self)
    }
}

impl Zeros for NoShape {
    type Shadow = ();

    #[inline(always)]
    fn zeros(&self) {}
}

macro_rules! zeros {
    ($($($X:ident $i:tt)+;)*) => {$(
        impl<$($X: Zeros),+> Zeros for ($($X,)+) {
            type Shadow = ($($X::Shadow,)+);

            #[inline]
            fn zeros(&self) -> Self::Shadow {
                ($(self.$i.zeros(),)+)
            }
        }
    )*};
}

for_tuples!(zeros);

/// A zero shadow of this shape, which may be that of a value without one.
#[inline(always)]
pub fn zeros_of<Z: Zeros>(shape: &Z) -> Z::Shadow {
    shape.zeros()
}

/// What a pullback gets again of a value: found where its type is differentiable.
pub trait ProbeDifferentiable {
    /// What a pullback gets again of it.
    type Again;

    /// What a pullback gets again of the value.
    fn __again(&self) -> Self::Again;
}

impl<T: Differentiable + ?Sized> ProbeDifferentiable for &Probe<'_, T> {
    type Again = T::Again;

    #[inline(always)]
    fn __again(&self) -> T::Again {
        again(self.0)
    }
}

/// Found where neither it nor a part of it is (`mixed.rs`).
pub trait ProbeInert: Sized {
    /// No shape.
    fn __shape(self) -> NoShape;

    /// Nothing.
    fn __again(self);
}

impl<T: ?Sized> ProbeInert for Probe<'_, T> {
    #[inline(always)]
    fn __shape(self) -> NoShape {
        NoShape
    }

    #[inline(always)]
    fn __again(self) {}
}

/// A value that was made here, of a type with a name.
pub struct Built<'x, T: ?Sized>(pub &'x T);

/// Found where it is not, for an error that says so: the derivatives it was made of would be lost.
pub trait BuiltInert {
    /// The type.
    type Built: ?Sized;

    /// Of no type, so that nothing made from it is an error of its own.
    fn __shape(&self) -> <Self::Built as Differentiable>::Shape
    where
        Self::Built: Differentiable;
}

impl<T: ?Sized> BuiltInert for Built<'_, T> {
    type Built = T;

    fn __shape(&self) -> T::Shape
    where
        T: Differentiable,
    {
        self.0.primal_shape()
    }
}
