//! Collections that `extend` puts items in one by one.
//!
//! `place.extend(items)` becomes a loop that pushes each item, as the type of a place is often not seen. What is no `Vec` has
//! a `push` here, at the end where it has one; a type's own `push` takes precedence.
//!
//! ```text
//! queue.extend(neighbours);       for item in neighbours { queue.push(item); }
//! ```

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, VecDeque};
use std::hash::{BuildHasher, Hash};

/// Collections whose `extend` is that of the standard library.
#[diagnostic::on_unimplemented(
    message = "`extend` of `{Self}` is its own, and would be taken for that of a list here",
    label = "this call cannot be differentiated",
    note = "put `#[differentiable]` on its `impl Extend`, before the function, and say the type of what is extended"
)]
pub trait GrowsByPushing {}

macro_rules! grow_by_pushing {
    ($([$($generics:tt)*] $ty:ty;)*) => {$(
        impl<$($generics)*> GrowsByPushing for $ty {}
    )*};
}

grow_by_pushing! {
    [T] Vec<T>;
    [T] VecDeque<T>;
    [T] BinaryHeap<T>;
    [T, S] HashSet<T, S>;
    [T] BTreeSet<T>;
    [K, V, S] HashMap<K, V, S>;
    [K, V] BTreeMap<K, V>;
    [] String;
    [T: GrowsByPushing + ?Sized] &mut T;
    [T: GrowsByPushing + ?Sized] Box<T>;
}

/// Asserts that a collection is such.
#[inline(always)]
pub fn grows_by_pushing<T: GrowsByPushing + ?Sized>(_: &T) -> bool {
    true
}

/// Collections that items are put in.
pub trait Pushed<T> {
    /// Puts an item in.
    fn push(&mut self, item: T);
}

/// Collections that the last item is taken from again, in the reverse sweep.
pub trait Popped<T> {
    /// Takes the last item.
    fn pop(&mut self) -> Option<T>;
}

impl<T> Pushed<T> for VecDeque<T> {
    #[inline]
    fn push(&mut self, item: T) {
        self.push_back(item);
    }
}

impl<T> Popped<T> for VecDeque<T> {
    #[inline]
    fn pop(&mut self) -> Option<T> {
        self.pop_back()
    }
}

impl<T: Eq + Hash, S: BuildHasher> Pushed<T> for HashSet<T, S> {
    #[inline]
    fn push(&mut self, item: T) {
        self.insert(item);
    }
}

impl<T: Ord> Pushed<T> for BTreeSet<T> {
    #[inline]
    fn push(&mut self, item: T) {
        self.insert(item);
    }
}

impl<K: Eq + Hash, V, S: BuildHasher> Pushed<(K, V)> for HashMap<K, V, S> {
    #[inline]
    fn push(&mut self, (key, value): (K, V)) {
        self.insert(key, value);
    }
}

impl<K: Ord, V> Pushed<(K, V)> for BTreeMap<K, V> {
    #[inline]
    fn push(&mut self, (key, value): (K, V)) {
        self.insert(key, value);
    }
}
