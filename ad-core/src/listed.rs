//! What is made of an item that may be anything to iterate over.
//!
//! `flatten` and `flat_map` take lists as well as options and results, and which of them it is only the
//! type tells. Where a macro does not see it, the item becomes a list of what it holds.
//!
//! ```text
//! found.iter().flatten().sum()        // the user's: `found` is a `Vec<Option<f64>>`
//!
//! let (list, pullback) = item.derivative_rule_of___list(keep, ());
//! ```

#![allow(non_snake_case, reason = "the rules of `__list` are named after it")]

use crate::keep::Keep;
use crate::{Accumulate, Differentiable};

type Shadow<T> = <T as Differentiable>::Shadow;

/// The pullback of what takes a list alone.
type OfSlice<T> = fn(Vec<Shadow<T>>, (&[T],), (Option<&[Shadow<T>]>,));

/// The pullback of what takes an option alone.
type OfOption<T> = fn(Vec<Shadow<T>>, (&Option<T>,), (Option<&Option<Shadow<T>>>,));

/// The pullback of what takes a result alone.
type OfResult<T, E> = fn(Vec<Shadow<T>>, (&Result<T, E>,), (Option<&Result<Shadow<T>, ()>>,));

/// Code that is left as it is written runs over the item itself.
pub trait Listed: Sized {
    /// The same.
    #[inline(always)]
    fn __listed(self) -> Self {
        self
    }
}

impl<T> Listed for T {}

/// What a call without a rule has given, of which its items are asked for by their positions.
pub struct GivenItems<T>(pub T);

impl<I: Iterator> GivenItems<I> {
    /// The items of an iterator.
    #[inline]
    pub fn __items(self) -> Vec<I::Item> {
        self.0.collect()
    }
}

/// Anything else has positions.
pub trait ItemsByPosition<T> {
    /// As it is.
    fn __items(self) -> T;
}

impl<T> ItemsByPosition<T> for GivenItems<T> {
    #[inline(always)]
    fn __items(self) -> T {
        self.0
    }
}

/// Maps and sets, whose items have no positions.
pub trait Entries {
    /// Their `iter`.
    #[inline(always)]
    fn __entries<'a>(&'a self) -> <&'a Self as IntoIterator>::IntoIter
    where
        &'a Self: IntoIterator,
    {
        self.into_iter()
    }
}

impl<M: ?Sized> Entries for M {}

/// The items of a list.
pub trait ListedSlice<T> {
    /// The list.
    fn __list(&self) -> Vec<T>
    where
        T: Clone;

    /// The rule, for which nothing need be `Clone`.
    fn derivative_rule_of___list<K: Keep>(&self, _: K, _: ()) -> (Vec<T>, OfSlice<T>)
    where
        T: Differentiable<Shadow: Sized>;
}

impl<T> ListedSlice<T> for [T] {
    #[inline]
    fn __list(&self) -> Vec<T>
    where
        T: Clone,
    {
        self.to_vec()
    }

    #[inline]
    fn derivative_rule_of___list<K: Keep>(&self, _: K, (): ()) -> (Vec<T>, OfSlice<T>)
    where
        T: Differentiable<Shadow: Sized>,
    {
        let list = self.iter().map(T::primal_copied::<()>).collect();
        (list, |dy, _, (d_list,)| {
            give(d_list.into_iter().flatten(), &dy);
        })
    }
}

/// What an iterator over references has, where no derivative goes into it.
pub trait ListedIterator<'a, T: Clone + 'a>: Iterator<Item = &'a T> + Sized {
    /// Copies of the items.
    #[inline]
    fn __list(self) -> Vec<T> {
        self.cloned().collect()
    }
}

impl<'a, T: Clone + 'a, I: Iterator<Item = &'a T>> ListedIterator<'a, T> for I {}

/// What an option holds.
pub trait ListedOption<T> {
    /// The list.
    fn __list(&self) -> Vec<T>;

    /// The rule.
    fn derivative_rule_of___list<K: Keep>(&self, _: K, _: ()) -> (Vec<T>, OfOption<T>)
    where
        T: Differentiable<Shadow: Sized>;
}

impl<T: Clone> ListedOption<T> for Option<T> {
    #[inline]
    fn __list(&self) -> Vec<T> {
        self.iter().cloned().collect()
    }

    #[inline]
    fn derivative_rule_of___list<K: Keep>(&self, _: K, (): ()) -> (Vec<T>, OfOption<T>)
    where
        T: Differentiable<Shadow: Sized>,
    {
        (self.__list(), |dy, _, (d_option,)| {
            give(d_option.into_iter().flatten(), &dy);
        })
    }
}

/// What a result holds, unless it is an error.
pub trait ListedResult<T, E> {
    /// The list.
    fn __list(&self) -> Vec<T>;

    /// The rule.
    fn derivative_rule_of___list<K: Keep>(&self, _: K, _: ()) -> (Vec<T>, OfResult<T, E>)
    where
        T: Differentiable<Shadow: Sized>;
}

impl<T: Clone, E> ListedResult<T, E> for Result<T, E> {
    #[inline]
    fn __list(&self) -> Vec<T> {
        self.iter().cloned().collect()
    }

    #[inline]
    fn derivative_rule_of___list<K: Keep>(&self, _: K, (): ()) -> (Vec<T>, OfResult<T, E>)
    where
        T: Differentiable<Shadow: Sized>,
    {
        (self.__list(), |dy, _, (d_result,)| {
            give(d_result.into_iter().flatten(), &dy);
        })
    }
}

/// Adds the cotangents of items to their shadows.
#[inline]
fn give<'s, S: Accumulate + 's>(shadows: impl Iterator<Item = &'s S>, cotangents: &[S]) {
    for (shadow, cotangent) in shadows.zip(cotangents) {
        shadow.accumulate(cotangent);
    }
}
