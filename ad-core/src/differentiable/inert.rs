//! What carries no derivative: its shadow, tangent and buffer are `()`.

use crate::inactive::Inactive;
use std::cmp::Ordering;
use std::collections::{BTreeSet, HashSet};
use std::marker::PhantomData;
use std::num::{self, Wrapping};
use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use std::time::Duration;

/// Implements `Differentiable` for types that carry no derivative; derives on enums without payload
/// end here too: the names are such as no constant of a user's has. `Again` is the value itself where copying it is cheap;
/// `copied` says how there is a copy where nothing is known of `Clone`.
#[doc(hidden)]
#[macro_export]
macro_rules! __inert {
    ($({$($generics:tt)*} $ty:ty $(where {$($bounds:tt)*})? => $again:ty, |$value:ident| $copy:expr $(, copied $copied:expr)?;)*) => {$(
        #[automatically_derived]
        impl<$($generics)*> $crate::__private::Differentiable for $ty $(where $($bounds)*)? {
            type Shadow = ();
            type Tangent = ();
            type Buffer = ();
            type Again = $again;
            type Shape = ();
            type Lent<'b> = &'b mut () where Self: 'b;
            type Owned = ();

            #[inline(always)]
            fn primal_shape(&self) {}

            #[inline(always)]
            fn primal_again(&self) -> $again {
                let $value = self;
                $copy
            }

            $(#[inline(always)]
            fn primal_copied<__Asked: $crate::__private::Uncopied>(&self) -> Self {
                let $value = self;
                $copied
            }

            #[inline]
            fn copied_to_box<__Asked: $crate::__private::Uncopied>(&self) -> $crate::__private::Box<Self> {
                $crate::__private::Box::new(<Self as $crate::__private::Differentiable>::primal_copied::<__Asked>(self))
            })?

            #[inline(always)]
            fn zero_shadow((): &()) {}

            #[inline(always)]
            fn tangent((): &()) {}

            #[inline(always)]
            fn shadow((): ()) {}

            #[inline(always)]
            fn owned_zeros((): &()) {}

            #[inline(always)]
            fn owned_shadow((): ()) {}

            #[inline(always)]
            fn zero_tangent(&self) {}

            #[inline(always)]
            fn check_buffer(&self, (): &(), _argument: impl ::core::fmt::Display + ::core::marker::Copy) {}

            #[inline(always)]
            fn lend<'b>(&self, __buffer: &'b mut ()) -> &'b mut ()
            where
                Self: 'b,
            {
                __buffer
            }

            #[inline(always)]
            fn finish<'b>(_lent: &'b mut ())
            where
                Self: 'b,
            {
            }

            #[inline(always)]
            fn buffer(__tangent: &mut ()) -> &mut () {
                __tangent
            }

            #[inline(always)]
            fn in_place(__tangents: &mut [()]) -> ::core::result::Result<&mut [()], &mut [()]> {
                ::core::result::Result::Ok(__tangents)
            }
        }
    )*};
}

macro_rules! copied {
    ($($ty:ty)*) => { __inert! { $({} $ty => Self, |value| *value, copied *value;)* } };
}

copied!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool char);
copied!(num::NonZeroI8 num::NonZeroI16 num::NonZeroI32 num::NonZeroI64 num::NonZeroI128 num::NonZeroIsize);
copied!(num::NonZeroU8 num::NonZeroU16 num::NonZeroU32 num::NonZeroU64 num::NonZeroU128 num::NonZeroUsize);
copied!(Ordering Duration RangeFull num::FpCategory);

__inert! {
    {} () => Self, |unit| *unit, copied *unit;
    {} str => (), |_text| ();
    {} String => (), |text| (), copied text.clone();
    {T: ?Sized} PhantomData<T> => Self, |nothing| *nothing, copied *nothing;
    {T: Inactive + Copy} Wrapping<T> => Self, |number| *number, copied *number;
    {T: Inactive + Clone} Range<T> => Self, |range| range.clone(), copied range.clone();
    {T: Inactive + Clone} RangeFrom<T> => Self, |range| range.clone(), copied range.clone();
    {T: Inactive + Clone} RangeInclusive<T> => Self, |range| range.clone(), copied range.clone();
    {T: Inactive + Clone} RangeTo<T> => Self, |range| range.clone(), copied range.clone();
    {T: Inactive + Clone} RangeToInclusive<T> => Self, |range| range.clone(), copied range.clone();
    {T: Inactive, S} HashSet<T, S> => (), |_set| ();
    {T: Inactive} BTreeSet<T> => (), |_set| ();
}
