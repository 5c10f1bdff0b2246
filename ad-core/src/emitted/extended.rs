//! Collections that `extend` puts items in one by one.
//!
//! `place.extend(items)` becomes a loop that pushes each item, as the type of a place is often not seen. What is no `Vec` has
//! a `push` here, at the end where it has one; a type's own `push` takes precedence.
//!
//! ```text
//! queue.extend(neighbours);       for item in neighbours { queue.push(item); }
//! ```

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::hash::{BuildHasher, Hash};

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
