//! What maps and sets are asked by emitted code.
//!
//! ```text
//! for (name, rate) in &self.rates { … }             // the user's
//!
//! let keys = self.rates.__keys();
//! ```

use crate::inactive::Inactive;
use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{BuildHasher, Hash};
use std::rc::Rc;
use std::sync::Arc;

/// Maps, asked for copies.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no derivative rule for what a reference to a key finds in it",
    label = "no map of the standard library",
    note = "give the type a method that finds it, annotated with `#[differentiable]`"
)]
pub trait Map<Q: ?Sized> {
    /// What it holds.
    type Value;

    /// What it holds at a key.
    fn find(&self, key: &Q) -> Option<&Self::Value>;
}

impl<K: Borrow<Q> + Eq + Hash, V, S: BuildHasher, Q: Eq + Hash + ?Sized> Map<Q>
    for HashMap<K, V, S>
{
    type Value = V;

    #[inline]
    fn find(&self, key: &Q) -> Option<&V> {
        self.get(key)
    }
}

impl<K: Borrow<Q> + Ord, V, Q: Ord + ?Sized> Map<Q> for BTreeMap<K, V> {
    type Value = V;

    #[inline]
    fn find(&self, key: &Q) -> Option<&V> {
        self.get(key)
    }
}

macro_rules! behind {
    ($($pointer:ty)*) => {$(
        impl<M: Map<Q> + ?Sized, Q: ?Sized> Map<Q> for $pointer {
            type Value = M::Value;

            #[inline]
            fn find(&self, key: &Q) -> Option<&M::Value> {
                (**self).find(key)
            }
        }

        impl<M: Keyed + ?Sized> Keyed for $pointer {
            type Map = M::Map;
            type Key = M::Key;
            type Value = M::Value;

            #[inline(always)]
            fn map(&self) -> &M::Map {
                (**self).map()
            }

            #[inline(always)]
            fn keys(&self) -> Vec<M::Key>
            where
                M::Key: Clone,
            {
                (**self).keys()
            }
        }
    )*};
}

behind!(&M &mut M Box<M> Rc<M> Arc<M>);

/// Maps and sets.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is looped over like a map of the standard library, which it is not",
    label = "no map of the standard library",
    note = "give the type a method `iter`, annotated with `#[differentiable]`, and fields of different types different names"
)]
pub trait Keyed {
    /// The map, which pointers point to.
    type Map: ?Sized;

    /// What its items are found by.
    type Key;
    /// What is found: nothing in a set.
    type Value;

    /// The map itself.
    fn map(&self) -> &Self::Map;

    /// Its keys, in the order of its items.
    fn keys(&self) -> Vec<Self::Key>
    where
        Self::Key: Clone;
}

macro_rules! keyed {
    ($(<$K:ident $(, $parameter:ident)*> $map:ty, by $keys:ident, of $Value:ty;)*) => {$(
        impl<$K $(, $parameter)*> Keyed for $map {
            type Map = Self;
            type Key = $K;
            type Value = $Value;

            #[inline(always)]
            fn map(&self) -> &Self {
                self
            }

            #[inline]
            fn keys(&self) -> Vec<$K>
            where
                $K: Clone,
            {
                self.$keys().cloned().collect()
            }
        }
    )*};
}

keyed! {
    <K, V, S> HashMap<K, V, S>, by keys, of V;
    <K, V> BTreeMap<K, V>, by keys, of V;
    <K, S> HashSet<K, S>, by iter, of ();
    <K> BTreeSet<K>, by iter, of ();
}

/// What is asked of a field by a reference.
pub trait Lookup {
    /// A copy of what the map holds at a key.
    ///
    /// # Panics
    ///
    /// If there is nothing.
    #[inline]
    #[track_caller]
    fn __looked_up<Q: ?Sized>(&self, key: &Q) -> Self::Value
    where
        Self: Map<Q, Value: Clone>,
    {
        self.find(key).expect("no entry found for key").clone()
    }

    /// A copy of what the map holds at a key, if it does.
    #[inline]
    fn __asked<Q: ?Sized>(&self, key: &Q) -> Option<Self::Value>
    where
        Self: Map<Q, Value: Clone>,
    {
        self.find(key).cloned()
    }

    /// The same of a map of what carries no derivative.
    ///
    /// # Panics
    ///
    /// If there is nothing.
    #[inline]
    #[track_caller]
    fn __looked_up_inactive<Q: ?Sized>(&self, key: &Q) -> Self::Value
    where
        Self: Map<Q, Value: Inactive + Clone>,
    {
        self.__looked_up(key)
    }

    /// The same of a map of what carries no derivative.
    #[inline]
    fn __asked_inactive<Q: ?Sized>(&self, key: &Q) -> Option<Self::Value>
    where
        Self: Map<Q, Value: Inactive + Clone>,
    {
        self.__asked(key)
    }

    /// What is looped over.
    #[inline(always)]
    fn __map(&self) -> &Self::Map
    where
        Self: Keyed<Value: Inactive>,
    {
        self.map()
    }

    /// Its keys, in the order of its items.
    #[inline]
    fn __keys(&self) -> Vec<Self::Key>
    where
        Self: Keyed<Key: Clone>,
    {
        self.keys()
    }

    /// Whether it holds something there.
    #[inline]
    fn __has<Q: ?Sized>(&self, key: &Q) -> bool
    where
        Self: Map<Q>,
    {
        self.find(key).is_some()
    }
}

impl<M: ?Sized> Lookup for M {}
