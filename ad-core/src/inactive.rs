//! Values that carry no derivative.

use std::cmp::Ordering;
use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

/// Types without a float inside.
#[diagnostic::on_unimplemented(
    message = "a derivative would be lost: `{Self}` may carry one",
    label = "used where only values without derivative are understood",
    note = "wrap the value in `stop_gradient(..)` if no derivative is meant to flow here"
)]
pub trait Inactive {}

/// The value itself; compiles only for types that carry no derivative.
#[inline(always)]
pub fn inactive<T: Inactive>(value: T) -> T {
    value
}

macro_rules! inactive {
    ($([$($generics:tt)*] $ty:ty;)*) => {$(
        impl<$($generics)*> Inactive for $ty {}
    )*};
    ($($ty:ty)*) => { inactive! { $([] $ty;)* } };
}

inactive!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
inactive!(bool char str String Ordering RangeFull);

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
    [T: Inactive] Option<T>;
    [T: Inactive, E: Inactive] Result<T, E>;
    [T: Inactive + ?Sized] Box<T>;
    [T: Inactive + ?Sized] &T;
    [T: Inactive + ?Sized] &mut T;
    [A: Inactive] (A,);
    [A: Inactive, B: Inactive] (A, B);
    [A: Inactive, B: Inactive, C: Inactive] (A, B, C);
    [A: Inactive, B: Inactive, C: Inactive, D: Inactive] (A, B, C, D);
    [A: Inactive, B: Inactive, C: Inactive, D: Inactive, E: Inactive] (A, B, C, D, E);
    [A: Inactive, B: Inactive, C: Inactive, D: Inactive, E: Inactive, F: Inactive] (A, B, C, D, E, F);
}
