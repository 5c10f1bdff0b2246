//! Values that carry no derivative.

use crate::Differentiable;
use crate::differentiable::{Asked, AskedForSize};
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::marker::PhantomData;
use std::num::{self, Wrapping};
use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// Types without a float inside.
#[diagnostic::on_unimplemented(
    message = "a derivative would be lost: `{Self}` may carry one",
    label = "used where only values without derivative are understood",
    note = "if no derivative is meant to flow here, wrap the value in `stop_gradient(..)`, or mark the argument or field `#[constant]`"
)]
pub trait Inactive {}

/// The value itself; compiles only for types that carry no derivative.
#[inline(always)]
pub fn inactive<T: Inactive>(value: T) -> T {
    value
}

/// The same assertion about a type.
#[inline(always)]
pub fn inactive_type<T: Inactive + ?Sized>() {}

/// The same assertion about what a method returns that is known by its name only.
pub trait Query: Sized {
    /// The value itself.
    #[inline(always)]
    fn __without_derivative(self) -> Self
    where
        Self: Inactive,
    {
        self
    }
}

impl<T> Query for T {}

/// A part of an index, which may be of a type that is not differentiable: a bare enum's variant.
pub struct Selector<'x, T>(pub &'x T);

/// Found where the type is differentiable.
pub trait SelectsByDifferentiable<T> {
    /// Asserts that it carries no derivative.
    #[inline(always)]
    fn __selects(&self)
    where
        T: Inactive,
    {
    }

    /// The same of what becomes a key.
    #[inline(always)]
    fn __is_key(&self)
    where
        T: Inactive,
    {
    }
}

impl<T: Differentiable> SelectsByDifferentiable<T> for Selector<'_, T> {}

/// Found where it is not.
pub trait SelectsByOther<T> {
    /// There is nothing to assert.
    #[inline(always)]
    fn __selects(&self) {}

    /// What becomes a key may be read out of the map again: asserts that there is no room for a float in it.
    #[inline(always)]
    fn __is_key(&self) {
        const { assert!(!<Asked<T> as AskedForSize>::NEEDS_SHADOW, "{}", MAY_CARRY) }
    }
}

impl<T> SelectsByOther<T> for &Selector<'_, T> {}

const MAY_CARRY: &str =
    "the key of a map is made of what may carry a derivative: derive `Differentiable` for its type";

macro_rules! inactive {
    ($([$($generics:tt)*] $ty:ty;)*) => {$(
        impl<$($generics)*> Inactive for $ty {}
    )*};
    ($($ty:ty)*) => { inactive! { $([] $ty;)* } };
}

inactive!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
inactive!(num::NonZeroI8 num::NonZeroI16 num::NonZeroI32 num::NonZeroI64 num::NonZeroI128 num::NonZeroIsize);
inactive!(num::NonZeroU8 num::NonZeroU16 num::NonZeroU32 num::NonZeroU64 num::NonZeroU128 num::NonZeroUsize);
inactive!(bool char str String Ordering Duration RangeFull num::FpCategory);

inactive! {
    [] ();
    [T: Inactive] Range<T>;
    [T: Inactive] RangeFrom<T>;
    [T: Inactive] RangeInclusive<T>;
    [T: Inactive] RangeTo<T>;
    [T: Inactive] RangeToInclusive<T>;
    [T: Inactive] [T];
    [T: Inactive, const N: usize] [T; N];
    [T: Inactive] Vec<T>;
    [T: Inactive] VecDeque<T>;
    [T: Inactive] Reverse<T>;
    // Keys carry none, whatever they are.
    [K, V: Inactive, S] HashMap<K, V, S>;
    [K, V: Inactive] BTreeMap<K, V>;
    [T: Inactive, S] HashSet<T, S>;
    [T: Inactive] BTreeSet<T>;
    [T: Inactive] Wrapping<T>;
    [T: ?Sized] PhantomData<T>;
    [T: Inactive] Option<T>;
    [T: Inactive, E: Inactive] Result<T, E>;
    [T: Inactive + ?Sized] Box<T>;
    [T: Inactive + ?Sized] Rc<T>;
    [T: Inactive + ?Sized] Arc<T>;
    [T: Inactive + ?Sized] &T;
    [T: Inactive + ?Sized] &mut T;
}

macro_rules! tuples {
    ($($($T:ident $i:tt)+;)*) => { inactive! { $([$($T: Inactive),+] ($($T,)+);)* } };
}

for_tuples!(tuples);
