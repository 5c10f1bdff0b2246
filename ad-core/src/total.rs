//! Sums and products of what is not a number of the language, and collections that are not known: the rules of
//! `Sum`, `Product` and `FromIterator`.
//!
//! The items come as a vector, so that an implementation has one rule, whatever iterator it is given.
//!
//! ```text
//! let total: Moments = xs.iter().map(moments).sum();
//!
//! let (total, pullback) = Moments::associated_rule_of___sum(keep, (items,));
//! ```

#![allow(clippy::type_complexity, reason = "it is the form of all rules")]
#![allow(non_snake_case, reason = "the rule of `__sum` is named after it")]

use crate::keep::Keep;
use crate::{Accumulate, Differentiable, Real};
use std::cell::Cell;
use std::iter::{Product, Sum};

/// Totals of vectors.
pub trait Total: Sized {
    /// The sum of the items.
    #[inline]
    fn __sum<T>(items: Vec<T>) -> Self
    where
        Self: Sum<T>,
    {
        items.into_iter().sum()
    }

    /// The product of the items.
    #[inline]
    fn __product<T>(items: Vec<T>) -> Self
    where
        Self: Product<T>,
    {
        items.into_iter().product()
    }

    /// The sum of references to the items.
    #[inline]
    fn __sum_of_references<T>(items: Vec<T>) -> Self
    where
        Self: for<'a> Sum<&'a T>,
    {
        items.iter().sum()
    }

    /// The product of references to the items.
    #[inline]
    fn __product_of_references<T>(items: Vec<T>) -> Self
    where
        Self: for<'a> Product<&'a T>,
    {
        items.iter().product()
    }

    /// What collects the items.
    #[inline]
    fn __from_iter<T>(items: Vec<T>) -> Self
    where
        Self: FromIterator<T>,
    {
        items.into_iter().collect()
    }

    /// What collects references to the items.
    #[inline]
    fn __from_iter_of_references<T>(items: Vec<T>) -> Self
    where
        Self: for<'a> FromIterator<&'a T>,
    {
        items.iter().collect()
    }
}

impl<S> Total for S {}

macro_rules! rules {
    ($($Rule:ident $rule:ident $message:literal $note:literal;)*) => {$(
        #[doc = concat!("The rule of the items' ", stringify!($rule), ".")]
        #[diagnostic::on_unimplemented(
            message = $message,
            label = "no derivative rule for this total",
            note = $note
        )]
        pub trait $Rule<T: Differentiable<Shadow: Sized>>: Differentiable<Shadow: Sized> + Sized {
            /// The total, and what carries its cotangent to the items.
            fn $rule<K: Keep>(
                keep: K,
                items: (Vec<T>,),
            ) -> (
                Self,
                impl Fn(Self::Shadow, ((),), (Option<&Vec<T::Shadow>>,)) + use<Self, T, K>,
            );
        }
    )*};
}

rules! {
    SumRule associated_rule_of___sum "no derivative rule for a sum of `{T}` as `{Self}`" "annotate `impl Sum<{T}> for {Self}` with `#[differentiable]`";
    ProductRule associated_rule_of___product "no derivative rule for a product of `{T}` as `{Self}`" "annotate `impl Product<{T}> for {Self}` with `#[differentiable]`";
    SumOfReferencesRule associated_rule_of___sum_of_references "no derivative rule for a sum of `&{T}` as `{Self}`" "annotate `impl<'a> Sum<&'a {T}> for {Self}` with `#[differentiable]`";
    ProductOfReferencesRule associated_rule_of___product_of_references "no derivative rule for a product of `&{T}` as `{Self}`" "annotate `impl<'a> Product<&'a {T}> for {Self}` with `#[differentiable]`";
    FromIteratorRule associated_rule_of___from_iter "no derivative rule for collecting `{T}` into `{Self}`" "annotate `impl FromIterator<{T}> for {Self}` with `#[differentiable]`";
    FromIteratorOfReferencesRule associated_rule_of___from_iter_of_references "no derivative rule for collecting `&{T}` into `{Self}`" "annotate `impl<'a> FromIterator<&'a {T}> for {Self}` with `#[differentiable]`";
}

/// A vector by another name.
impl<T: Differentiable<Shadow: Sized>> FromIteratorRule<T> for Vec<T> {
    #[inline]
    fn associated_rule_of___from_iter<K: Keep>(
        _: K,
        (items,): (Vec<T>,),
    ) -> (
        Vec<T>,
        impl Fn(Vec<T::Shadow>, ((),), (Option<&Vec<T::Shadow>>,)) + use<T, K>,
    ) {
        let pullback = |dy: Vec<T::Shadow>, _: ((),), (shadows,): (Option<&Vec<T::Shadow>>,)| {
            if let Some(shadows) = shadows {
                shadows.accumulate(&dy);
            }
        };
        (items, pullback)
    }
}

/// A float by another name.
impl<T: Real> SumRule<T> for T {
    #[inline]
    fn associated_rule_of___sum<K: Keep>(
        _: K,
        (items,): (Vec<T>,),
    ) -> (
        T,
        impl Fn(Cell<T>, ((),), (Option<&Vec<Cell<T>>>,)) + use<T, K>,
    ) {
        let pullback = |dy: Cell<T>, _: ((),), (shadows,): (Option<&Vec<Cell<T>>>,)| {
            for shadow in shadows.into_iter().flatten() {
                shadow.set(shadow.get() + dy.get());
            }
        };
        (items.into_iter().sum(), pullback)
    }
}

impl<T: Real> ProductRule<T> for T {
    fn associated_rule_of___product<K: Keep>(
        _: K,
        (items,): (Vec<T>,),
    ) -> (
        T,
        impl Fn(Cell<T>, ((),), (Option<&Vec<Cell<T>>>,)) + use<T, K>,
    ) {
        let product = items.iter().copied().product();
        let pullback = move |dy: Cell<T>, _: ((),), (shadows,): (Option<&Vec<Cell<T>>>,)| {
            // What stands after each item, times the cotangent; a division would fail at a zero.
            let mut after = vec![dy.get(); items.len()];
            for i in (1..items.len()).rev() {
                after[i - 1] = after[i] * items[i];
            }
            let mut before = T::ONE;
            for ((shadow, &item), &after) in shadows.into_iter().flatten().zip(&items).zip(&after) {
                shadow.set(shadow.get() + before * after);
                before *= item;
            }
        };
        (product, pullback)
    }
}

/// The same, of references.
impl<T: Real> SumOfReferencesRule<T> for T {
    #[inline]
    fn associated_rule_of___sum_of_references<K: Keep>(
        keep: K,
        items: (Vec<T>,),
    ) -> (
        T,
        impl Fn(Cell<T>, ((),), (Option<&Vec<Cell<T>>>,)) + use<T, K>,
    ) {
        <T as SumRule<T>>::associated_rule_of___sum(keep, items)
    }
}

impl<T: Real> ProductOfReferencesRule<T> for T {
    fn associated_rule_of___product_of_references<K: Keep>(
        keep: K,
        items: (Vec<T>,),
    ) -> (
        T,
        impl Fn(Cell<T>, ((),), (Option<&Vec<Cell<T>>>,)) + use<T, K>,
    ) {
        <T as ProductRule<T>>::associated_rule_of___product(keep, items)
    }
}
