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

use super::borrowed::{Certain, Hold, Passed, Recall};
use super::borrowing::{HeldMany, HeldOne, LendWhole};
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

macro_rules! held {
    ($($of:ty => $held:ident;)*) => {$(
        impl<T: Differentiable> HoldParts for &&Hold<&$of> {
            type Held = $held<T>;

            #[inline]
            fn __hold(&self) -> $held<T> {
                $held::of_parts(self.take())
            }
        }

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

        held!(@passed $of, $held; Passed);
        held!(@passed $of, $held; Certain);
    )*};
    (@passed $of:ty, $held:ident; $passed:ident) => {
        impl<T: Differentiable> PassedParts for &&&$passed<'_, &$of> {
            type Again = $held<T>;

            #[inline]
            fn __again(&self) -> $held<T> {
                $held::of_parts(*self.0)
            }
        }
    };
}

held! {
    T => HeldOne;
    [T] => HeldMany;
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
        self.0.copied::<()>()
    }
}
