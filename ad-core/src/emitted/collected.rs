//! Lists that become other collections where a field asks for one.
//!
//! What an iterator yields is gathered in a `Vec`, which has a shadow. Which collection a field is, the syntax of
//! `Window { samples: xs.iter().copied().collect() }` does not show; its type does.
//!
//! ```text
//! let window = Window { samples: collected(items) };              // forward
//!
//! (&&&GivenAsList(&d_items, &d_window.samples)).__accumulate();    // reverse
//! ```

use super::constant::{AccumulateFrom, ConstantField};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, VecDeque};
use std::hash::{BuildHasher, Hash};
use std::rc::Rc;
use std::sync::Arc;

/// What a list of items becomes.
#[diagnostic::on_unimplemented(
    message = "items are not collected into a `{Self}` here",
    label = "the derivative of this collection is not known",
    note = "collect them into a variable whose type is written"
)]
pub trait FromItems<T>: Sized {
    /// It, made of the items.
    fn from_items(items: Vec<T>) -> Self;
}

/// The collection that a field asks for.
#[inline(always)]
pub fn collected<C: FromItems<T>, T>(items: Vec<T>) -> C {
    C::from_items(items)
}

/// The same in code that is left as it is written.
pub trait Collected<T> {
    /// The collection.
    fn __collected<C: FromItems<T>>(self) -> C;
}

impl<T> Collected<T> for Vec<T> {
    #[inline(always)]
    fn __collected<C: FromItems<T>>(self) -> C {
        C::from_items(self)
    }
}

impl<T> FromItems<T> for Vec<T> {
    #[inline(always)]
    fn from_items(items: Vec<T>) -> Self {
        items
    }
}

macro_rules! collections {
    ($([$($generics:tt)*] $ty:ty, of $item:ty;)*) => {$(
        impl<$($generics)*> FromItems<$item> for $ty {
            #[inline]
            fn from_items(items: Vec<$item>) -> Self {
                items.into_iter().collect()
            }
        }
    )*};
}

collections! {
    [T] VecDeque<T>, of T;
    [T] Box<[T]>, of T;
    [T] Rc<[T]>, of T;
    [T] Arc<[T]>, of T;
    [T: Ord] BinaryHeap<T>, of T;
    [T: Ord] BTreeSet<T>, of T;
    [T: Eq + Hash, S: BuildHasher + Default] HashSet<T, S>, of T;
    [K: Ord, V] BTreeMap<K, V>, of (K, V);
    [K: Eq + Hash, V, S: BuildHasher + Default] HashMap<K, V, S>, of (K, V);
    [] String, of char;
    [] String, of String;
    ['a] String, of &'a str;
}

/// The shadow of a list, and that of what it became.
pub struct GivenAsList<'s, S: ?Sized, F: ?Sized>(pub &'s S, pub &'s F);

/// Found where it became something else than a list.
pub trait AsList {
    /// Adds what came to each item.
    fn __accumulate(&self);
}

impl<S: AccumulateFrom<F>, F> AsList for &&GivenAsList<'_, Vec<S>, VecDeque<F>> {
    #[inline]
    fn __accumulate(&self) {
        each(self.0, self.1);
    }
}

impl<S: AccumulateFrom<F>, F> AsList for &&GivenAsList<'_, Vec<S>, Box<[F]>> {
    #[inline]
    fn __accumulate(&self) {
        each(self.0, self.1);
    }
}

/// What carries no derivative gives nothing to items without one.
impl<S: Nothing> AsList for &&GivenAsList<'_, Vec<S>, ()> {
    #[inline(always)]
    fn __accumulate(&self) {}
}

impl<S: Nothing, C: ?Sized, By> AsList for &&GivenAsList<'_, Vec<S>, ConstantField<C, By>> {
    #[inline(always)]
    fn __accumulate(&self) {}
}

/// Found where it stayed a list.
pub trait StaysList<S: ?Sized, F: ?Sized> {
    /// Adds the second to the first.
    fn __accumulate(&self)
    where
        S: AccumulateFrom<F>;
}

impl<S: ?Sized, F: ?Sized> StaysList<S, F> for GivenAsList<'_, S, F> {
    #[inline(always)]
    fn __accumulate(&self)
    where
        S: AccumulateFrom<F>,
    {
        self.0.accumulate_from(self.1);
    }
}

fn each<'f, S: AccumulateFrom<F>, F: 'f>(into: &[S], from: impl IntoIterator<Item = &'f F>) {
    for (into, from) in into.iter().zip(from) {
        into.accumulate_from(from);
    }
}

/// Shadows of what carries no derivative.
pub trait Nothing {}

impl Nothing for () {}
impl<S: Nothing> Nothing for Vec<S> {}
impl<S: Nothing> Nothing for VecDeque<S> {}
impl<S: Nothing> Nothing for [S] {}
impl<S: Nothing, const N: usize> Nothing for [S; N] {}
impl<S: Nothing> Nothing for Option<S> {}
impl<A: Nothing> Nothing for (A,) {}
impl<A: Nothing, B: Nothing> Nothing for (A, B) {}
impl<A: Nothing, B: Nothing, C: Nothing> Nothing for (A, B, C) {}
