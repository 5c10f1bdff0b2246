//! `from` and `into` of collections that hold the same items.
//!
//! An item stays at its position, whatever collection it is in, so its cotangent goes to the same
//! position of what the collection was made from.
//!
//! ```text
//! let v = Vec::from(row);    // drow[k] += dv[k]
//! ```

use super::{FromRule, IntoRule};
use crate::keep::Keep;
use crate::{Accumulate, Differentiable};
use std::collections::VecDeque;

/// The rule of `Self::from(source)`, where both are collections.
///
/// The pullback is a type without a lifetime, although the source may be a reference.
#[diagnostic::on_unimplemented(
    message = "no derivative rule for making `{Self}` from `{Source}`",
    label = "no derivative rule for this conversion"
)]
pub trait FromItems<Source>: From<Source> + Differentiable<Shadow: Sized> {
    /// Takes the cotangent of the value to the source.
    type Pullback;

    /// Makes the value.
    fn associated_rule_of_from_items<K: Keep>(keep: K, source: (Source,))
    -> (Self, Self::Pullback);
}

impl<T: Clone + Differentiable<Shadow: Sized>> IntoRule<Vec<T>> for [T] {
    fn derivative_rule_of_into<K: Keep>(
        &self,
        _: K,
        (): (),
    ) -> (
        Vec<T>,
        impl Fn(Vec<T::Shadow>, (&[T],), (Option<&[T::Shadow]>,)) + use<T, K>,
    ) {
        (
            self.to_vec(),
            |dy: Vec<T::Shadow>, _: (&[T],), (d_source,): (Option<&[T::Shadow]>,)| {
                give_each(d_source.into_iter().flatten(), &dy);
            },
        )
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

/// Targets and the sources they are made from: what comes again of a source, and its shadow.
macro_rules! conversions {
    ($($Target:ident from {$($generics:tt)*} $Source:ty => $Again:ty, $Shadow:ty;)*) => {$(
        impl<T: Clone + Differentiable<Shadow: Sized>, $($generics)*> FromItems<$Source> for $Target<T> {
            type Pullback = fn($Target<T::Shadow>, ($Again,), (Option<&$Shadow>,));

            #[inline]
            fn associated_rule_of_from_items<K: Keep>(
                _: K,
                (source,): ($Source,),
            ) -> (Self, Self::Pullback) {
                ($Target::from(source), |dy, _, (d_source,)| {
                    give_each(d_source.into_iter().flatten(), &dy);
                })
            }
        }
    )*};
}

/// The same by `into`, of sources that are no references.
macro_rules! owned {
    ($($Target:ident from $Source:ty;)*) => {$(
        impl<T: Clone + Differentiable<Shadow: Sized>> FromRule<$Source> for $Target<T> {
            #[inline]
            fn associated_rule_of_from<K: Keep>(
                keep: K,
                source: ($Source,),
            ) -> (
                Self,
                impl Fn(
                    Self::Shadow,
                    (<$Source as Differentiable>::Again,),
                    (Option<&<$Source as Differentiable>::Shadow>,),
                ) + use<T, K>,
            ) {
                Self::associated_rule_of_from_items(keep, source)
            }
        }
    )*};
}

conversions! {
    Vec from {const N: usize} [T; N] => [T::Again; N], [T::Shadow; N];
    Vec from {const N: usize} &[T; N] => &[T; N], [T::Shadow; N];
    Vec from {} &[T] => &[T], [T::Shadow];
    Vec from {} VecDeque<T> => (), VecDeque<T::Shadow>;
    VecDeque from {const N: usize} [T; N] => [T::Again; N], [T::Shadow; N];
    VecDeque from {} Vec<T> => (), Vec<T::Shadow>;
}

owned! {
    Vec from VecDeque<T>;
    VecDeque from Vec<T>;
}

macro_rules! arrays {
    ($($Target:ident)*) => {$(
        impl<T: Clone + Differentiable<Shadow: Sized>, const N: usize> FromRule<[T; N]> for $Target<T> {
            #[inline]
            fn associated_rule_of_from<K: Keep>(
                keep: K,
                source: ([T; N],),
            ) -> (
                Self,
                impl Fn(Self::Shadow, ([T::Again; N],), (Option<&[T::Shadow; N]>,)) + use<T, K, N>,
            ) {
                Self::associated_rule_of_from_items(keep, source)
            }
        }
    )*};
}

arrays! { Vec VecDeque }
