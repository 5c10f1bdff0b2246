//! Copies of what options, results and arrays hold, for rules of methods that consume them: their receivers are lent.
//!
//! What can be cloned is cloned. What cannot, is copied part by part, by rules of a type of their own, [`ByParts`].
//! Method resolution chooses, by the number of references that each trait is implemented for: references are handed on
//! by value, as their rules ask for; then comes what holds something that has `Clone`, then what does not.
//!
//! ```text
//! (&&&&Consumed(&found)).__receiver().derivative_rule_of_unwrap(keep, ())
//! ```

use ad_core::__private::Differentiable;
use std::ops::Deref;

/// A receiver that a method consumes.
pub struct Consumed<'x, P: ?Sized>(pub &'x P);

/// An option, a result or an array of what is copied part by part.
pub struct ByParts<'x, P>(&'x P);

impl<P> Deref for ByParts<'_, P> {
    type Target = P;

    #[inline(always)]
    fn deref(&self) -> &P {
        self.0
    }
}

/// Declares a trait that tells what the rules of some receivers are looked for at.
macro_rules! receivers {
    ($(
        $(#[$doc:meta])* $Trait:ident: $([$($params:tt)*] $Of:ty => $Receiver:ty, |$place:ident| $receiver:expr;)*
    )*) => {$(
        $(#[$doc])*
        pub trait $Trait {
            /// What the rule is looked for at.
            type Receiver;

            /// The receiver.
            fn __receiver(&self) -> Self::Receiver;
        }

        $(impl<'x, $($params)*> $Trait for $Of {
            type Receiver = $Receiver;

            #[inline(always)]
            fn __receiver(&self) -> $Receiver {
                let $place = self.0;
                $receiver
            }
        })*
    )*};
}

receivers! {
    /// Found for options of references.
    ConsumedReference:
        ['a, T: ?Sized] &&&Consumed<'x, Option<&'a T>> => Option<&'a T>, |place| *place;

    /// Found for what holds something that can be cloned.
    ConsumedCloned:
        [T: Clone] &&Consumed<'x, Option<T>> => &'x Option<T>, |place| place;
        [T: Clone, E] &&Consumed<'x, Result<T, E>> => &'x Result<T, E>, |place| place;
        [T: Clone, const N: usize] &&Consumed<'x, [T; N]> => &'x [T; N], |place| place;

    /// Found for what holds something differentiable.
    ConsumedParts:
        [T: Differentiable<Shadow: Sized>] &Consumed<'x, Option<T>> => ByParts<'x, Option<T>>,
            |place| ByParts(place);
        [T: Differentiable<Shadow: Sized>, E] &Consumed<'x, Result<T, E>> => ByParts<'x, Result<T, E>>,
            |place| ByParts(place);
        [T: Differentiable<Shadow: Sized>, const N: usize] &Consumed<'x, [T; N]> => ByParts<'x, [T; N]>,
            |place| ByParts(place);

    /// Found for everything else.
    ConsumedOther:
        [P: ?Sized] Consumed<'x, P> => &'x P, |place| place;
}

/// Copies by `Clone`.
pub(crate) mod cloned {
    #[inline]
    pub(crate) fn value<T: Clone>(value: &T) -> T {
        value.clone()
    }

    #[inline]
    pub(crate) fn option<T: Clone>(option: &Option<T>) -> Option<T> {
        option.clone()
    }

    #[inline]
    pub(crate) fn array<T: Clone, const N: usize>(array: &[T; N]) -> [T; N] {
        array.clone()
    }

    #[inline]
    pub(crate) fn held<T: Clone, E>(result: &Result<T, E>) -> Option<T> {
        result.as_ref().ok().cloned()
    }
}

/// Copies part by part.
pub(crate) mod by_parts {
    use super::Differentiable;

    #[inline]
    pub(crate) fn value<T: Differentiable>(value: &T) -> T {
        value.primal_copied::<()>()
    }

    #[inline]
    pub(crate) fn option<T: Differentiable>(option: &Option<T>) -> Option<T> {
        option.as_ref().map(T::primal_copied::<()>)
    }

    #[inline]
    pub(crate) fn array<T: Differentiable, const N: usize>(array: &[T; N]) -> [T; N] {
        array.each_ref().map(T::primal_copied::<()>)
    }

    #[inline]
    pub(crate) fn held<T: Differentiable, E>(result: &Result<T, E>) -> Option<T> {
        result.as_ref().ok().map(T::primal_copied::<()>)
    }
}
