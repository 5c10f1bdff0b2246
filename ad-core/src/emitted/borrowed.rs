//! Results of calls that may be references to what the call was given.
//!
//! A residual outlives what the forward sweep borrows. So it holds of a reference a copy of what is
//! behind it, and the reverse sweep borrows the copy; values are moved in as they are. Method resolution
//! chooses, by the number of references that each trait is implemented for.
//!
//! ```text
//! let row = m.row(i);                     // the user's: &[f64]
//!
//! let kept = (&&Hold::of(row)).__hold();   // forward: Held<[f64]>
//! let row = (&&Opened(kept)).__open();     // reverse: &[f64]
//! ```

use super::{Lasting, NoShape, Zeros};
use crate::Differentiable;
use crate::differentiable::{Asked, AskedForSize};
use crate::functions::{ShapeOf, shape_of};
use std::borrow::{Borrow, ToOwned};
use std::cell::Cell;
use std::ops::{Deref, DerefMut};

/// What was behind a reference.
pub struct Held<T: ToOwned + ?Sized>(pub(super) T::Owned);

/// A value on its way into a residual.
pub struct Hold<X>(Cell<Option<X>>);

impl<X> Hold<X> {
    /// This value.
    #[inline(always)]
    pub fn of(value: X) -> Self {
        Hold(Cell::new(Some(value)))
    }

    pub(super) fn take(&self) -> X {
        self.0.take().expect("a value is held once")
    }
}

/// Found for references.
pub trait HoldReference {
    /// What the residual holds.
    type Held;

    /// A copy of what is referred to.
    fn __hold(&self) -> Self::Held;
}

impl<T: ToOwned + ?Sized> HoldReference for &Hold<&T> {
    type Held = Held<T>;

    #[inline]
    fn __hold(&self) -> Held<T> {
        Held(self.take().to_owned())
    }
}

/// Found for values.
pub trait HoldValue {
    /// What the residual holds.
    type Held;

    /// The value itself.
    fn __hold(&self) -> Self::Held;
}

impl<X> HoldValue for Hold<X> {
    type Held = X;

    #[inline(always)]
    fn __hold(&self) -> X {
        self.take()
    }
}

/// What a residual holds, to be looked at.
pub struct Opened<'r, H>(pub &'r H);

/// Found for what was a reference.
pub trait OpenReference<'r> {
    /// The reference, or what is made of references.
    type Opened;

    /// The same again.
    fn __open(&self) -> Self::Opened;
}

impl<'r, T: ToOwned + ?Sized> OpenReference<'r> for &Opened<'r, Held<T>> {
    type Opened = &'r T;

    #[inline(always)]
    fn __open(&self) -> &'r T {
        self.0.0.borrow()
    }
}

/// Found for values.
pub trait OpenValue<'r> {
    /// The value's type.
    type Value;

    /// A reference to the value.
    fn __open(&self) -> &'r Self::Value;
}

impl<'r, X> OpenValue<'r> for Opened<'r, X> {
    type Value = X;

    #[inline(always)]
    fn __open(&self) -> &'r X {
        self.0
    }
}

/// A reference to what was opened: what is one already is as it is.
pub trait Reopened {
    /// The reference.
    #[inline(always)]
    fn __opened(&self) -> &Self {
        self
    }
}

impl<T: ?Sized> Reopened for T {}

/// What a residual holds, as the forward sweep had it.
pub trait Recall {
    /// A reference again, or a copy of a value.
    type Recalled<'r>
    where
        Self: 'r;

    /// As it was.
    fn recalled(&self) -> Self::Recalled<'_>;
}

impl<X: Clone> Recall for X {
    type Recalled<'r>
        = X
    where
        X: 'r;

    #[inline(always)]
    fn recalled(&self) -> X {
        self.clone()
    }
}

impl<T: ToOwned + ?Sized> Recall for Held<T> {
    type Recalled<'r>
        = &'r T
    where
        T: 'r;

    #[inline(always)]
    fn recalled(&self) -> &T {
        self.0.borrow()
    }
}

/// A value that may be a reference, whose type is asked about.
pub struct Passed<'x, X>(pub &'x X);

impl<X> Clone for Passed<'_, X> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<X> Copy for Passed<'_, X> {}

/// The same where a type parameter could hide that the type is differentiable: it has to be.
pub struct Certain<'x, X>(pub &'x X);

/// Found for references.
pub trait PassedReference {
    /// What the residual holds of it.
    type Again;

    /// A copy of what is referred to.
    fn __again(&self) -> Self::Again;
}

/// The shape of what is behind a reference.
pub struct ShapeBehind<T: Differentiable + ?Sized>(ShapeOf<T>);

impl<T: Differentiable + ?Sized> ShapeBehind<T> {
    #[inline]
    pub(super) fn of(value: &T) -> Self {
        ShapeBehind(shape_of(value))
    }
}

impl<T: Differentiable + ?Sized> Zeros for ShapeBehind<T> {
    type Shadow = T::Owned;

    #[inline]
    fn zeros(&self) -> T::Owned {
        crate::functions::owned_zeros(&self.0)
    }
}

/// Found for references to what is differentiable and borrows nothing, but after values: what is not known yet where it
/// is asked about, as that of a list that an early exit leaves empty, is a value more often.
pub trait ShapeOfReference {
    /// The shape of what is behind it.
    type Shape;

    /// The shape.
    fn __shape(&self) -> Self::Shape;
}

/// Found for differentiable values.
pub trait PassedDifferentiable {
    /// What the pullback gets again of it.
    type Again;

    /// What the pullback gets again.
    fn __again(&self) -> Self::Again;
}

macro_rules! passed {
    ($($passed:ident)*) => {$(
        impl<T: ToOwned + ?Sized> PassedReference for &&$passed<'_, &T> {
            type Again = Held<T>;

            #[inline]
            fn __again(&self) -> Held<T> {
                Held((*self.0).to_owned())
            }
        }

        impl<T: Differentiable + Lasting + ?Sized> ShapeOfReference for &&&$passed<'_, &T> {
            type Shape = ShapeBehind<T>;

            #[inline]
            fn __shape(&self) -> ShapeBehind<T> {
                ShapeBehind::of(*self.0)
            }
        }

        impl<X: Differentiable> PassedDifferentiable for &$passed<'_, X> {
            type Again = X::Again;

            #[inline(always)]
            fn __again(&self) -> X::Again {
                self.0.primal_again()
            }
        }
    )*};
}

passed!(Passed Certain);

/// Found for other values.
pub trait PassedInert: Sized {
    /// Nothing.
    fn __again(self);

    /// No shape.
    fn __shape(self) -> NoShape;
}

impl<X> PassedInert for Passed<'_, X> {
    #[inline(always)]
    fn __shape(self) -> NoShape {
        NoShape
    }

    #[inline(always)]
    fn __again(self) {}
}

/// Found where a type parameter could hide that the type is differentiable, for what is `Eq`, as floats are not: an enum
/// of bare variants. Whatever the parameters stand for, there must be no room for a float in it.
pub trait CertainInert {
    /// No shape.
    fn __shape(&self) -> NoShape;

    /// Nothing.
    fn __again(&self);
}

impl<X: Copy + Eq + 'static> CertainInert for Certain<'_, X> {
    #[inline(always)]
    fn __shape(&self) -> NoShape {
        const {
            assert!(
                !<Asked<X> as AskedForSize>::NEEDS_SHADOW,
                "derive `Differentiable` for the type of this value, in which a float finds room"
            )
        };
        NoShape
    }

    #[inline(always)]
    fn __again(&self) {}
}

/// The shadow of what may be a reference, which a reference's own shadow is.
pub struct Behind<'s, S: ?Sized>(pub &'s S);

/// Found for shadows of pointers that own.
pub trait BehindPointer<'s> {
    /// The shadow of what is pointed to.
    type Referent: ?Sized;

    /// What is pointed to.
    fn __behind(&self) -> &'s Self::Referent;
}

impl<'s, S: Deref + ?Sized> BehindPointer<'s> for Behind<'s, S> {
    type Referent = S::Target;

    #[inline(always)]
    fn __behind(&self) -> &'s S::Target {
        self.0
    }
}

/// Found for other shadows.
pub trait BehindReference<'s> {
    /// The shadow's type.
    type Referent: ?Sized;

    /// The shadow itself.
    fn __behind(&self) -> &'s Self::Referent;
}

impl<'s, S: ?Sized> BehindReference<'s> for &Behind<'s, S> {
    type Referent = S;

    #[inline(always)]
    fn __behind(&self) -> &'s S {
        self.0
    }
}

/// The same, to be changed.
pub struct BehindUnique<'s, S: ?Sized>(pub &'s mut S);

/// Found for shadows of pointers that own.
pub trait BehindUniquePointer<'s> {
    /// The shadow of what is pointed to.
    type Referent: ?Sized;

    /// What is pointed to.
    fn __behind(self) -> &'s mut Self::Referent;
}

impl<'s, S: DerefMut + ?Sized> BehindUniquePointer<'s> for BehindUnique<'s, S> {
    type Referent = S::Target;

    #[inline(always)]
    fn __behind(self) -> &'s mut S::Target {
        self.0
    }
}

/// Found for other shadows.
pub trait BehindUniqueReference {
    /// The shadow's type.
    type Referent: ?Sized;

    /// The shadow itself.
    fn __behind(&mut self) -> &mut Self::Referent;
}

impl<S: ?Sized> BehindUniqueReference for BehindUnique<'_, S> {
    type Referent = S;

    #[inline(always)]
    fn __behind(&mut self) -> &mut S {
        self.0
    }
}

/// A float that a method gives, by value or by reference.
pub trait GivenFloat<F> {
    /// The float.
    fn given(self) -> F;
}

macro_rules! floats {
    ($($float:ident)*) => {$(
        impl GivenFloat<$float> for $float {
            #[inline(always)]
            fn given(self) -> $float {
                self
            }
        }

        impl GivenFloat<$float> for &$float {
            #[inline(always)]
            fn given(self) -> $float {
                *self
            }
        }
    )*};
}

floats!(f64 f32);
