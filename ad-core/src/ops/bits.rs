//! The operators of bits, which have nothing to carry back.
//!
//! The syntax of `a & b` does not show whether `a` is a number or a type of the user's that has given
//! the operator a meaning of its own; these rules make that decision where types are known.

use super::*;
use crate::keep::Keep;
use std::ops::{Shl, Shr};

macro_rules! bitwise {
    ($($bits:ident)*) => {$(
        bitwise! { $bits: BitAndRule & BitOrRule | BitXorRule ^ }

        #[diagnostic::do_not_recommend]
        impl<Form> NotRule<Form> for $bits {
            type Output = $bits;

            #[inline(always)]
            fn rule<K: Keep>(
                _: K,
                (a,): (&$bits,),
            ) -> ($bits, impl Fn((), (&$bits,), (Option<&()>,)) + use<Form, K>) {
                (!a, |(): (), _: (&$bits,), _: (Option<&()>,)| {})
            }
        }
    )*};
    ($bits:ident: $($Rule:ident $symbol:tt)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<Form> $Rule<$bits, Form> for $bits {
            type Output = $bits;

            #[inline(always)]
            fn rule<K: Keep>(
                _: K,
                (a, b): (&$bits, &$bits),
            ) -> ($bits, impl Fn((), (&$bits, &$bits), (Option<&()>, Option<&()>)) + use<Form, K>) {
                (a $symbol b, |(): (), _: (&$bits, &$bits), _: (Option<&()>, Option<&()>)| {})
            }
        }
    )*};
}

bitwise!(bool i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

macro_rules! shifts {
    ($int:ident: $($Rule:ident $Trait:ident $symbol:tt)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<Form, By> $Rule<By, Form> for $int
        where
            By: Differentiable + Copy,
            $int: $Trait<By, Output = $int>,
        {
            type Output = $int;

            #[inline(always)]
            fn rule<K: Keep>(
                _: K,
                (a, by): (&$int, &By),
            ) -> ($int, impl Fn((), (&$int, &By), (Option<&()>, Option<&By::Shadow>)) + use<Form, By, K>) {
                (*a $symbol *by, |(): (), _: (&$int, &By), _: (Option<&()>, Option<&By::Shadow>)| {})
            }
        }
    )*};
    ($($int:ident)*) => {$(
        shifts! { $int: ShlRule Shl << ShrRule Shr >> }
    )*};
}

shifts!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
