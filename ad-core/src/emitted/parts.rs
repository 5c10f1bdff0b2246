//! References that residuals hold a copy of, to what is differentiable and has no `Clone`.
//!
//! What can be cloned is held as its owner ([`Held`](super::Held)); of other values there is a copy part by
//! part.
//!
//! ```text
//! let node = list.last();                    // the user's: &Node, without `Clone`
//!
//! let kept = (&&Hold::of(node)).__hold();    // forward: HeldOne<Node>
//! let node = (&&Opened(kept)).__open();      // reverse: &Node
//! ```
//!
//! Options, vectors and pairs of such references are held in the same way.

use super::borrowed::{Certain, Hold, Passed, Recall};
use super::borrowing::{HeldEach, HeldMany, HeldOne, LendWhole, Owned};
use crate::Differentiable;

/// Found for references to what is differentiable.
pub trait HoldParts {
    /// What the residual holds.
    type Held;

    /// A copy of what is referred to.
    fn __hold(&self) -> Self::Held;
}

/// Found for references to what is differentiable.
pub trait PassedParts {
    /// What the residual holds of it.
    type Again;

    /// A copy of what is referred to.
    fn __again(&self) -> Self::Again;
}

/// References, or numbers beside them, alone or in something.
pub trait Parts {
    /// A copy of what is referred to.
    type Held;

    /// Copies it part by part.
    fn parts(&self) -> Self::Held;
}

/// Of which one is a reference.
pub trait ReferenceParts: Parts {}

impl<X: ReferenceParts> HoldParts for &&Hold<X> {
    type Held = X::Held;

    #[inline]
    fn __hold(&self) -> X::Held {
        self.take().parts()
    }
}

macro_rules! passed {
    ($($passed:ident)*) => {$(
        impl<X: ReferenceParts> PassedParts for &&&$passed<'_, X> {
            type Again = X::Held;

            #[inline]
            fn __again(&self) -> X::Held {
                self.0.parts()
            }
        }
    )*};
}

passed!(Passed Certain);

macro_rules! references {
    ($($of:ty => $held:ident;)*) => {$(
        impl<T: Differentiable> Parts for &$of {
            type Held = $held<T>;

            #[inline]
            fn parts(&self) -> $held<T> {
                $held::of_parts(self)
            }
        }

        impl<T: Differentiable> ReferenceParts for &$of {}

        impl<T> LendWhole for $held<T> {}

        impl<T> Recall for $held<T> {
            type Recalled<'r>
                = &'r $of
            where
                T: 'r;

            #[inline(always)]
            fn recalled(&self) -> &$of {
                super::Lend::lend(self)
            }
        }
    )*};
}

references! {
    T => HeldOne;
    [T] => HeldMany;
}

macro_rules! beside {
    ($($number:ident)*) => {$(
        impl Parts for $number {
            type Held = Owned<$number>;

            #[inline]
            fn parts(&self) -> Owned<$number> {
                Owned::of(self)
            }
        }

        impl<T: ReferenceParts> ReferenceParts for ($number, T) {}
    )*};
}

beside!(f64 f32 usize);

impl<T: Differentiable, X: Parts> ReferenceParts for (&T, X) {}

impl<A: Parts, B: Parts> Parts for (A, B) {
    type Held = HeldEach<(A::Held, B::Held)>;

    #[inline]
    fn parts(&self) -> Self::Held {
        HeldEach((self.0.parts(), self.1.parts()))
    }
}

macro_rules! containers {
    ($([$($N:ident)?] $Of:ident: |$this:ident| $each:expr;)*) => {$(
        impl<X: Parts $(, const $N: usize)?> Parts for $Of<X $(, $N)?> {
            type Held = HeldEach<$Of<X::Held $(, $N)?>>;

            #[inline]
            fn parts(&self) -> Self::Held {
                let $this = self;
                HeldEach($each)
            }
        }

        impl<X: ReferenceParts $(, const $N: usize)?> ReferenceParts for $Of<X $(, $N)?> {}
    )*};
}

type Array<X, const N: usize> = [X; N];

containers! {
    [] Option: |this| this.as_ref().map(X::parts);
    [] Vec: |this| this.iter().map(X::parts).collect();
    [N] Array: |this| this.each_ref().map(X::parts);
}

/// What a residual holds, to be had again.
pub struct Recalling<'r, H>(pub &'r H);

/// Found for what can be cloned, and for what was a reference.
pub trait RecallHeld<'r> {
    /// A reference again, or a copy of a value.
    type Recalled;

    /// As the forward sweep had it.
    fn __recall(&self) -> Self::Recalled;
}

impl<'r, H: Recall> RecallHeld<'r> for &Recalling<'r, H> {
    type Recalled = H::Recalled<'r>;

    #[inline(always)]
    fn __recall(&self) -> H::Recalled<'r> {
        self.0.recalled()
    }
}

/// Found for other differentiable values.
pub trait RecallParts {
    /// The value's type.
    type Recalled;

    /// A copy of the value.
    fn __recall(&self) -> Self::Recalled;
}

impl<T: Differentiable> RecallParts for Recalling<'_, T> {
    type Recalled = T;

    #[inline]
    fn __recall(&self) -> T {
        self.0.primal_copied::<()>()
    }
}
