//! The methods of integers, which have nothing to carry back.

use super::Shadow;
use ad_core::__private::{Differentiable, Keep};

macro_rules! integer_methods {
    (
        $(#[$doc:meta])*
        $Trait:ident for $ints:tt
        $($rule:ident = $name:ident($($arg:ident: $Arg:ty),*) -> $Output:ty;)*
    ) => {
        $(#[$doc])*
        #[allow(missing_docs, reason = "each method is the rule of the method it is named after")]
        #[allow(clippy::type_complexity, reason = "it is the form of all rules")]
        pub trait $Trait: Differentiable<Shadow = (), Again = Self> + Sized {
            $(
                fn $rule<K: Keep>(
                    &self,
                    keep: K,
                    arguments: ($($Arg,)*),
                ) -> (
                    $Output,
                    impl Fn(
                        Shadow<$Output>,
                        (&Self, $($Arg,)*),
                        (Option<&()>, $(Option<&Shadow<$Arg>>,)*),
                    ) + use<Self, K>,
                );
            )*
        }

        integer_methods! { @each $ints $Trait
            { $($rule = $name($($arg: $Arg),*) -> $Output;)* } }
    };
    (@each [$($int:ident)*] $Trait:ident $rules:tt) => {
        $(integer_methods! { @implement $int $Trait $rules })*
    };
    (@implement $int:ident $Trait:ident
        { $($rule:ident = $name:ident($($arg:ident: $Arg:ty),*) -> $Output:ty;)* }
    ) => {
        #[allow(clippy::type_complexity, reason = "it is the form of all rules")]
        impl $Trait for $int {
            $(
                #[inline(always)]
                fn $rule<K: Keep>(
                    &self,
                    _: K,
                    ($($arg,)*): ($($Arg,)*),
                ) -> (
                    $Output,
                    impl Fn(
                        Shadow<$Output>,
                        (&Self, $($Arg,)*),
                        (Option<&()>, $(Option<&Shadow<$Arg>>,)*),
                    ) + use<K>,
                ) {
                    ((*self).$name($($arg),*), |_, _, _| {})
                }
            )*
        }
    };
}

integer_methods! {
    /// The rules of the methods of all integers.
    IntegerMethods for [i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize]

    derivative_rule_of_clone = clone() -> Self;
    derivative_rule_of_min = min(other: Self) -> Self;
    derivative_rule_of_max = max(other: Self) -> Self;
    derivative_rule_of_clamp = clamp(low: Self, high: Self) -> Self;
    derivative_rule_of_pow = pow(exponent: u32) -> Self;
    derivative_rule_of_isqrt = isqrt() -> Self;
    derivative_rule_of_ilog2 = ilog2() -> u32;
    derivative_rule_of_ilog10 = ilog10() -> u32;
    derivative_rule_of_ilog = ilog(base: Self) -> u32;
    derivative_rule_of_div_euclid = div_euclid(divisor: Self) -> Self;
    derivative_rule_of_rem_euclid = rem_euclid(divisor: Self) -> Self;
    derivative_rule_of_wrapping_add = wrapping_add(other: Self) -> Self;
    derivative_rule_of_wrapping_sub = wrapping_sub(other: Self) -> Self;
    derivative_rule_of_wrapping_mul = wrapping_mul(other: Self) -> Self;
    derivative_rule_of_wrapping_div = wrapping_div(divisor: Self) -> Self;
    derivative_rule_of_wrapping_rem = wrapping_rem(divisor: Self) -> Self;
    derivative_rule_of_wrapping_neg = wrapping_neg() -> Self;
    derivative_rule_of_wrapping_pow = wrapping_pow(exponent: u32) -> Self;
    derivative_rule_of_wrapping_shl = wrapping_shl(bits: u32) -> Self;
    derivative_rule_of_wrapping_shr = wrapping_shr(bits: u32) -> Self;
    derivative_rule_of_saturating_add = saturating_add(other: Self) -> Self;
    derivative_rule_of_saturating_sub = saturating_sub(other: Self) -> Self;
    derivative_rule_of_saturating_mul = saturating_mul(other: Self) -> Self;
    derivative_rule_of_saturating_div = saturating_div(divisor: Self) -> Self;
    derivative_rule_of_saturating_pow = saturating_pow(exponent: u32) -> Self;
    derivative_rule_of_checked_add = checked_add(other: Self) -> Option<Self>;
    derivative_rule_of_checked_sub = checked_sub(other: Self) -> Option<Self>;
    derivative_rule_of_checked_mul = checked_mul(other: Self) -> Option<Self>;
    derivative_rule_of_checked_div = checked_div(divisor: Self) -> Option<Self>;
    derivative_rule_of_checked_rem = checked_rem(divisor: Self) -> Option<Self>;
    derivative_rule_of_checked_neg = checked_neg() -> Option<Self>;
    derivative_rule_of_checked_pow = checked_pow(exponent: u32) -> Option<Self>;
    derivative_rule_of_overflowing_add = overflowing_add(other: Self) -> (Self, bool);
    derivative_rule_of_overflowing_sub = overflowing_sub(other: Self) -> (Self, bool);
    derivative_rule_of_overflowing_mul = overflowing_mul(other: Self) -> (Self, bool);
    derivative_rule_of_count_ones = count_ones() -> u32;
    derivative_rule_of_count_zeros = count_zeros() -> u32;
    derivative_rule_of_leading_zeros = leading_zeros() -> u32;
    derivative_rule_of_trailing_zeros = trailing_zeros() -> u32;
    derivative_rule_of_rotate_left = rotate_left(bits: u32) -> Self;
    derivative_rule_of_rotate_right = rotate_right(bits: u32) -> Self;
    derivative_rule_of_swap_bytes = swap_bytes() -> Self;
    derivative_rule_of_reverse_bits = reverse_bits() -> Self;
}

integer_methods! {
    /// The rules of the methods of signed integers alone.
    SignedMethods for [i8 i16 i32 i64 i128 isize]

    derivative_rule_of_abs = abs() -> Self;
    derivative_rule_of_signum = signum() -> Self;
    derivative_rule_of_is_positive = is_positive() -> bool;
    derivative_rule_of_is_negative = is_negative() -> bool;
    derivative_rule_of_wrapping_abs = wrapping_abs() -> Self;
    derivative_rule_of_checked_abs = checked_abs() -> Option<Self>;
}

integer_methods! {
    /// The rules of the methods of unsigned integers alone.
    UnsignedMethods for [u8 u16 u32 u64 u128 usize]

    derivative_rule_of_abs_diff = abs_diff(other: Self) -> Self;
    derivative_rule_of_div_ceil = div_ceil(divisor: Self) -> Self;
    derivative_rule_of_next_multiple_of = next_multiple_of(divisor: Self) -> Self;
    derivative_rule_of_is_power_of_two = is_power_of_two() -> bool;
    derivative_rule_of_next_power_of_two = next_power_of_two() -> Self;
}
