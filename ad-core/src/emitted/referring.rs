//! Values made of references, as calls return them: options, arrays, vectors and tuples of them.
//!
//! A residual outlives what they refer to, so it names no lifetime: of such a value's shape it holds the
//! shapes of what is behind the references, and of the value itself copies of that.
//!
//! ```text
//! let found = table.get(key);                   // the user's: Option<&f64>
//!
//! let shape = (&&&Passed(&found)).__shape();     // forward: Option<ShapeBehind<f64>>
//! let found = (&&Hold::of(found)).__hold();      // forward: Copies<_, Option<f64>>
//! let found = recall(&found);                   // reverse: Option<&f64>
//! ```

use super::borrowed::{
    Certain, Hold, HoldReference, OpenReference, Opened, Passed, PassedReference, Recall,
    ShapeBehind, ShapeOfReference,
};
use super::probe::{NoShape, Zeros};
use super::shapes::Lasting;
use crate::Differentiable;
use std::borrow::{Borrow, ToOwned};
use std::marker::PhantomData;

/// Copies of what was behind the references of a value; the kind of value it was has a `fn(&T)` for
/// each.
pub struct Copies<Kind, C>(C, PhantomData<Kind>);

/// References, alone or in something.
trait References<'r> {
    /// Copies of what is behind them.
    type Copies;

    fn copies(&self) -> Self::Copies;

    /// References to the copies.
    fn to(copies: &'r Self::Copies) -> Self;
}

/// References to what is differentiable, alone or in something.
pub trait Shaped {
    /// Their shapes.
    type Shapes: Zeros;

    /// Their shapes.
    fn shapes(&self) -> Self::Shapes;
}

impl<'r, T: ToOwned + ?Sized> References<'r> for &'r T {
    type Copies = T::Owned;

    #[inline]
    fn copies(&self) -> T::Owned {
        (*self).to_owned()
    }

    #[inline(always)]
    fn to(copy: &'r T::Owned) -> &'r T {
        copy.borrow()
    }
}

impl<T: Differentiable + ?Sized> Shaped for &T {
    type Shapes = ShapeBehind<T>;

    #[inline]
    fn shapes(&self) -> ShapeBehind<T> {
        ShapeBehind::of(self)
    }
}

/// A position or a number beside a reference.
macro_rules! beside {
    ($($Of:ty, $Shape:ty, |$this:ident| $shape:expr;)*) => {$(
        impl References<'_> for $Of {
            type Copies = $Of;

            #[inline(always)]
            fn copies(&self) -> $Of {
                *self
            }

            #[inline(always)]
            fn to(copy: &$Of) -> $Of {
                *copy
            }
        }

        impl Shaped for $Of {
            type Shapes = $Shape;

            #[inline(always)]
            fn shapes(&self) -> $Shape {
                let $this = self;
                $shape
            }
        }
    )*};
}

beside! {
    usize, NoShape, |_value| NoShape;
    f64, ShapeBehind<f64>, |value| ShapeBehind::of(value);
    f32, ShapeBehind<f32>, |value| ShapeBehind::of(value);
}

/// A reference, or why there is none: errors carry no derivative.
impl<'r, X: References<'r>, E: Clone> References<'r> for Result<X, E> {
    type Copies = Result<X::Copies, E>;

    #[inline]
    fn copies(&self) -> Self::Copies {
        self.as_ref().map(X::copies).map_err(E::clone)
    }

    #[inline]
    fn to(copies: &'r Self::Copies) -> Self {
        copies.as_ref().map(X::to).map_err(E::clone)
    }
}

impl<X: Shaped, E> Shaped for Result<X, E> {
    type Shapes = Result<X::Shapes, ()>;

    #[inline]
    fn shapes(&self) -> Self::Shapes {
        self.as_ref().map(X::shapes).map_err(drop)
    }
}

impl<Z: Zeros> Zeros for Result<Z, ()> {
    type Shadow = Result<Z::Shadow, ()>;

    #[inline]
    fn zeros(&self) -> Self::Shadow {
        self.as_ref().map(Z::zeros).map_err(|&()| ())
    }
}

/// What holds parts of one type, and how a function is applied to each.
macro_rules! containers {
    ($([$($N:ident)?] $Of:ident: |$this:ident, $f:ident| $map:expr;)*) => {$(
        impl<'r, X: References<'r> $(, const $N: usize)?> References<'r> for $Of<X $(, $N)?> {
            type Copies = $Of<X::Copies $(, $N)?>;

            #[inline]
            fn copies(&self) -> Self::Copies {
                let ($this, $f) = (self, X::copies);
                $map
            }

            #[inline]
            fn to(copies: &'r Self::Copies) -> Self {
                let ($this, $f) = (copies, X::to);
                $map
            }
        }

        impl<X: Shaped $(, const $N: usize)?> Shaped for $Of<X $(, $N)?> {
            type Shapes = $Of<X::Shapes $(, $N)?>;

            #[inline]
            fn shapes(&self) -> Self::Shapes {
                let ($this, $f) = (self, X::shapes);
                $map
            }
        }

        impl<Z: Zeros $(, const $N: usize)?> Zeros for $Of<Z $(, $N)?> {
            type Shadow = $Of<Z::Shadow $(, $N)?>;

            #[inline]
            fn zeros(&self) -> Self::Shadow {
                let ($this, $f) = (self, Z::zeros);
                $map
            }
        }
    )*};
}

type Array<X, const N: usize> = [X; N];

containers! {
    [] Option: |this, f| this.as_ref().map(f);
    [] Vec: |this, f| this.iter().map(f).collect();
    [N] Array: |this, f| this.each_ref().map(f);
}

macro_rules! tuples {
    ($($($X:ident $i:tt)+;)*) => {$(
        impl<'r, $($X: References<'r>),+> References<'r> for ($($X,)+) {
            type Copies = ($($X::Copies,)+);

            #[inline]
            fn copies(&self) -> Self::Copies {
                ($(self.$i.copies(),)+)
            }

            #[inline]
            fn to(copies: &'r Self::Copies) -> Self {
                ($($X::to(&copies.$i),)+)
            }
        }

        impl<$($X: Shaped),+> Shaped for ($($X,)+) {
            type Shapes = ($($X::Shapes,)+);

            #[inline]
            fn shapes(&self) -> Self::Shapes {
                ($(self.$i.shapes(),)+)
            }
        }
    )*};
}

tuples! {
    A 0 B 1;
    A 0 B 1 C 2;
}

/// The types for which method resolution finds the above: the value, its copies, its kind.
macro_rules! found {
    ($([$($T:ident)+ $(, const $N:ident)? $(, owned $E:ident)?] $Of:ty, $Copies:ty, $Kind:ty;)*) => {$(
        impl<'r, $($T: ToOwned + ?Sized),+ $(, const $N: usize)? $(, $E: Clone)?> HoldReference for &Hold<$Of> {
            type Held = Copies<$Kind, $Copies>;

            #[inline]
            fn __hold(&self) -> Self::Held {
                Copies(self.take().copies(), PhantomData)
            }
        }

        impl<'r, $($T: ToOwned + ?Sized),+ $(, const $N: usize)? $(, $E: Clone)?> OpenReference<'r>
            for &Opened<'r, Copies<$Kind, $Copies>>
        {
            type Opened = $Of;

            #[inline]
            fn __open(&self) -> $Of {
                References::to(&self.0.0)
            }
        }

        impl<$($T: ToOwned + ?Sized),+ $(, const $N: usize)? $(, $E: Clone)?> Recall for Copies<$Kind, $Copies> {
            type Recalled<'r> = $Of where Self: 'r;

            #[inline]
            fn recalled(&self) -> Self::Recalled<'_> {
                References::to(&self.0)
            }
        }

        found! { @passed [$($T)+ $(, const $N)? $(, owned $E)?] $Of, $Copies, $Kind; Passed }
        found! { @passed [$($T)+ $(, const $N)? $(, owned $E)?] $Of, $Copies, $Kind; Certain }
    )*};
    (@passed [$($T:ident)+ $(, const $N:ident)? $(, owned $E:ident)?] $Of:ty, $Copies:ty, $Kind:ty; $Passed:ident) => {
        impl<'r, $($T: ToOwned + ?Sized),+ $(, const $N: usize)? $(, $E: Clone)?> PassedReference for &&$Passed<'_, $Of> {
            type Again = Copies<$Kind, $Copies>;

            #[inline]
            fn __again(&self) -> Self::Again {
                Copies(self.0.copies(), PhantomData)
            }
        }

        impl<'r, $($T: Differentiable + Lasting + ?Sized),+ $(, const $N: usize)? $(, $E: Clone)?> ShapeOfReference
            for &&&$Passed<'_, $Of>
        {
            type Shape = <$Of as Shaped>::Shapes;

            #[inline]
            fn __shape(&self) -> Self::Shape {
                self.0.shapes()
            }
        }
    };
}

found! {
    [T] Option<&'r T>, Option<T::Owned>, Option<fn(&T)>;
    [T] Vec<&'r T>, Vec<T::Owned>, Vec<fn(&T)>;
    [T, const N] [&'r T; N], [T::Owned; N], [fn(&T); N];
    [A B] (&'r A, &'r B), (A::Owned, B::Owned), (fn(&A), fn(&B));
    [A B C] (&'r A, &'r B, &'r C), (A::Owned, B::Owned, C::Owned), (fn(&A), fn(&B), fn(&C));
    [A B, const N] [(&'r A, &'r B); N], [(A::Owned, B::Owned); N], [(fn(&A), fn(&B)); N];
    [T, const N] [(usize, &'r T); N], [(usize, T::Owned); N], [(usize, fn(&T)); N];
    [T, const N] [(&'r T, usize); N], [(T::Owned, usize); N], [(fn(&T), usize); N];
    [T, const N] [(f64, &'r T); N], [(f64, T::Owned); N], [(f64, fn(&T)); N];
    [T, const N] [(&'r T, f64); N], [(T::Owned, f64); N], [(fn(&T), f64); N];
    [T] (usize, &'r T), (usize, T::Owned), (usize, fn(&T));
    [T] (&'r T, usize), (T::Owned, usize), (fn(&T), usize);
    [T] (f64, &'r T), (f64, T::Owned), (f64, fn(&T));
    [T] (&'r T, f64), (T::Owned, f64), (fn(&T), f64);
    [T] (f32, &'r T), (f32, T::Owned), (f32, fn(&T));
    [T] (&'r T, f32), (T::Owned, f32), (fn(&T), f32);
    [T, owned E] Result<&'r T, E>, Result<T::Owned, E>, Result<fn(&T), E>;
    [A B] Option<(&'r A, &'r B)>, Option<(A::Owned, B::Owned)>, Option<(fn(&A), fn(&B))>;
    [T] Option<(usize, &'r T)>, Option<(usize, T::Owned)>, Option<(usize, fn(&T))>;
    [T] Vec<Vec<&'r T>>, Vec<Vec<T::Owned>>, Vec<Vec<fn(&T)>>;
    [A B] Vec<(&'r A, &'r B)>, Vec<(A::Owned, B::Owned)>, Vec<(fn(&A), fn(&B))>;
    [T] Vec<(usize, &'r T)>, Vec<(usize, T::Owned)>, Vec<(usize, fn(&T))>;
    [T] Vec<(&'r T, usize)>, Vec<(T::Owned, usize)>, Vec<(fn(&T), usize)>;
    [T] Vec<(f64, &'r T)>, Vec<(f64, T::Owned)>, Vec<(f64, fn(&T))>;
    [T] Vec<(&'r T, f64)>, Vec<(T::Owned, f64)>, Vec<(fn(&T), f64)>;
}
