//! `from` and `into` of collections that hold the same items.
//!
//! An item stays at its position, whatever collection it is in, so its cotangent goes to the same
//! position of what the collection was made from.
//!
//! ```text
//! let v = Vec::from(row);    // drow[k] += dv[k]
//! ```

use super::{FromRefRule, FromRule, IntoRule};
use crate::keep::Keep;
use crate::{Accumulate, Differentiable};
use std::collections::VecDeque;

impl<T: Differentiable<Shadow: Sized>, U: FromRefRule<[T]>> IntoRule<U> for [T] {
    #[allow(clippy::type_complexity, reason = "it is the form of all rules")]
    #[inline]
    fn derivative_rule_of_into<K: Keep>(
        &self,
        keep: K,
        (): (),
    ) -> (
        U,
        impl Fn(U::Shadow, (&[T],), (Option<&[T::Shadow]>,)) + use<T, U, K>,
    ) {
        U::associated_rule_of_from_ref(keep, (self,))
    }
}

/// Adds the items of a cotangent to those of a shadow.
fn give_each<'s, S: Accumulate + 's>(
    shadows: impl Iterator<Item = &'s S>,
    cotangents: impl IntoIterator<Item = &'s S>,
) {
    for (shadow, cotangent) in shadows.zip(cotangents) {
        shadow.accumulate(cotangent);
    }
}

/// Targets with their cotangents, and the sources they are made from: what comes again of a source, and its shadow.
macro_rules! conversions {
    ($($Target:ty, $Cotangent:ty: from [$(const $N:ident)?] $Source:ty => $Again:ty, $Shadow:ty;)*) => {$(
        impl<T: Clone + Differentiable<Shadow: Sized> $(, const $N: usize)?> FromRule<$Source> for $Target {
            #[allow(clippy::type_complexity, reason = "it is the form of all rules")]
            #[inline]
            fn associated_rule_of_from<K: Keep>(
                _: K,
                (source,): ($Source,),
            ) -> (
                Self,
                impl Fn($Cotangent, ($Again,), (Option<&$Shadow>,)) + use<T, K $(, $N)?>,
            ) {
                let pullback = |dy: $Cotangent, _: ($Again,), (d_source,): (Option<&$Shadow>,)| {
                    give_each(d_source.into_iter().flat_map(|d| d.iter()), dy.iter());
                };
                (<$Target>::from(source), pullback)
            }
        }
    )*};
}

conversions! {
    Vec<T>, Vec<T::Shadow>: from [const N] [T; N] => [T::Again; N], [T::Shadow; N];
    Vec<T>, Vec<T::Shadow>: from [] VecDeque<T> => (), VecDeque<T::Shadow>;
    Vec<T>, Vec<T::Shadow>: from [] Box<[T]> => (), Box<Vec<T::Shadow>>;
    VecDeque<T>, VecDeque<T::Shadow>: from [const N] [T; N] => [T::Again; N], [T::Shadow; N];
    VecDeque<T>, VecDeque<T::Shadow>: from [] Vec<T> => (), Vec<T::Shadow>;
    Box<[T]>, Box<Vec<T::Shadow>>: from [const N] [T; N] => [T::Again; N], [T::Shadow; N];
    Box<[T]>, Box<Vec<T::Shadow>>: from [] Vec<T> => (), Vec<T::Shadow>;
}

/// The same for sources that are borrowed.
macro_rules! copies {
    ($($Target:ty, $Cotangent:ty: from [$(const $N:ident)?] $Source:ty => $Shadow:ty;)*) => {$(
        impl<T: Clone + Differentiable<Shadow: Sized> $(, const $N: usize)?> FromRefRule<$Source> for $Target {
            #[allow(clippy::type_complexity, reason = "it is the form of all rules")]
            #[inline]
            fn associated_rule_of_from_ref<K: Keep>(
                _: K,
                (source,): (&$Source,),
            ) -> (
                Self,
                impl Fn($Cotangent, (&$Source,), (Option<&$Shadow>,)) + use<T, K $(, $N)?>,
            ) {
                let pullback = |dy: $Cotangent, _: (&$Source,), (d_source,): (Option<&$Shadow>,)| {
                    give_each(d_source.into_iter().flatten(), dy.iter());
                };
                (<$Target>::from(source), pullback)
            }
        }
    )*};
}

copies! {
    Vec<T>, Vec<T::Shadow>: from [const N] [T; N] => [T::Shadow; N];
    Vec<T>, Vec<T::Shadow>: from [] [T] => [T::Shadow];
    Box<[T]>, Box<Vec<T::Shadow>>: from [] [T] => [T::Shadow];
}
