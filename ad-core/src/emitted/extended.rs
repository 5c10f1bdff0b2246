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
use std::marker::PhantomData;

/// Collections whose `extend` puts in item by item: those of the standard library, and what refers to one by `DerefMut`.
#[diagnostic::on_unimplemented(
    message = "`extend` of `{Self}` is its own, and would be taken for that of a list here",
    label = "this call cannot be differentiated",
    note = "put `#[differentiable]` on its `impl Extend`, before the function, and say the type of what is extended"
)]
pub trait GrowsByPushing {}

/// Collections of the standard library.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has an `extend` of its own beside that of the list that it refers to by `DerefMut`",
    label = "of two that are called `extend`, the list's would be differentiated",
    note = "leave `Extend` to the list, or give the type a method of another name"
)]
pub trait StandardList {}

macro_rules! standard_lists {
    ($([$($generics:tt)*] $ty:ty;)*) => {$(
        impl<$($generics)*> GrowsByPushing for $ty {}
        impl<$($generics)*> StandardList for $ty {}
    )*};
}

standard_lists! {
    [T] Vec<T>;
    [T] VecDeque<T>;
    [T] BinaryHeap<T>;
    [T, S] HashSet<T, S>;
    [T] BTreeSet<T>;
    [K, V, S] HashMap<K, V, S>;
    [K, V] BTreeMap<K, V>;
    [] String;
}

impl<T: GrowsByPushing + ?Sized> GrowsByPushing for &mut T {}
impl<T: GrowsByPushing + ?Sized> GrowsByPushing for Box<T> {}

/// Asserts that a collection is such.
#[inline(always)]
pub fn grows_by_pushing<T: GrowsByPushing + ?Sized>(_: &T) -> bool {
    true
}

/// Asserts that what `extend` is called on is no type of the user's.
pub fn extends_a_list<T: StandardList>(_: &T) {}

/// What has an `extend` of its own for such items, found behind what has none.
pub trait GrowsWith<T> {
    /// The collection whose `extend` is meant.
    fn grows_with(&self, item: PhantomData<T>) -> &Self;
}

impl<T, C: Extend<T>> GrowsWith<T> for C {
    fn grows_with(&self, _: PhantomData<T>) -> &Self {
        self
    }
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
