//! Iterators as arguments of differentiable functions.
//!
//! Receives what stands for an iterator in a call's derivative: a list, as what iterators yield has no
//! place in a shadow; promises its items as a vector, and carries their cotangents back to the list.
//!
//! ```text
//! fn mean(items: impl Iterator<Item = f64>) -> f64 { … }        mean(xs.iter().map(f))
//!
//! fn rrule<I: Iterated<Item = f64>>(keep, (items,): (I,))       mean::rrule(keep, (Items::of(xs.iter().map(f).collect()),))
//! ```

#![allow(clippy::type_complexity, reason = "it is the form of all rules")]
#![allow(non_snake_case, reason = "the rule of `__items` is named after it")]

use crate::differentiable::Items;
use crate::keep::Keep;
use crate::{Accumulate, Differentiable};
use std::ops::Range;

/// A list whose items a function that takes an iterator is given.
#[diagnostic::on_unimplemented(
    message = "no derivative goes to a `{Self}` passed as an iterator",
    label = "passed as an iterator here",
    note = "pass a chain of adaptors on a slice, a vector or a range that ends, or a `Vec`, an array or a reference to one"
)]
pub trait Iterated: Differentiable<Shadow: Sized> + Sized {
    /// What it holds.
    type Item: Differentiable<Shadow: Sized>;

    /// The items.
    fn __items(&self) -> Vec<Self::Item>;

    /// The items, and what carries their cotangents to the list.
    fn derivative_rule_of___items<K: Keep>(
        &self,
        keep: K,
        arguments: (),
    ) -> (
        Vec<Self::Item>,
        impl Fn(Vec<<Self::Item as Differentiable>::Shadow>, (&Self,), (Option<&Self::Shadow>,))
        + use<Self, K>,
    );
}

/// Adds the cotangents of items to the shadows they belong to.
#[inline]
fn scatter<S: Accumulate>(cts: &[S], shadows: &[S]) {
    for (shadow, ct) in shadows.iter().zip(cts) {
        shadow.accumulate(ct);
    }
}

/// Lists that hold their items side by side.
macro_rules! lists {
    ($([$($generics:tt)*] [$($names:tt)*] $list:ty => |$list_value:ident| $items:expr;)*) => {$(
        impl<$($generics)*> Iterated for $list
        where
            T: Differentiable<Shadow: Sized> + Clone,
        {
            type Item = T;

            #[inline]
            fn __items(&self) -> Vec<T> {
                let $list_value = self;
                $items
            }

            #[inline]
            fn derivative_rule_of___items<K: Keep>(
                &self,
                _: K,
                (): (),
            ) -> (
                Vec<T>,
                impl Fn(Vec<T::Shadow>, (&Self,), (Option<&Self::Shadow>,)) + use<$($names)*, K>,
            ) {
                let pullback = |cts: Vec<T::Shadow>,
                                _: (&Self,),
                                (shadows,): (Option<&Self::Shadow>,)| {
                    if let Some(shadows) = shadows {
                        scatter(&cts, shadows);
                    }
                };
                (self.__items(), pullback)
            }
        }
    )*};
}

lists! {
    [T] [T] Vec<T> => |list| list.clone();
    [T] [T] Items<T> => |list| list.left().to_vec();
    [T, const N: usize] [T, N] [T; N] => |list| list.to_vec();
    ['a, T] ['a, T] &'a [T] => |list| list.to_vec();
    ['a, T] ['a, T] &'a Vec<T> => |list| list.to_vec();
    ['a, T, const N: usize] ['a, T, N] &'a [T; N] => |list| list.to_vec();
}

/// Ranges hold integers, which carry no derivative.
macro_rules! ranges {
    ($($integer:ty)*) => {$(
        impl Iterated for Range<$integer> {
            type Item = $integer;

            #[inline]
            fn __items(&self) -> Vec<$integer> {
                self.clone().collect()
            }

            #[inline]
            fn derivative_rule_of___items<K: Keep>(
                &self,
                _: K,
                (): (),
            ) -> (
                Vec<$integer>,
                impl Fn(Vec<()>, (&Self,), (Option<&()>,)) + use<K>,
            ) {
                (self.__items(), |_: Vec<()>, _: (&Self,), _: (Option<&()>,)| {})
            }
        }
    )*};
}

ranges! { usize u32 u64 i32 i64 }
