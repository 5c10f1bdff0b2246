//! The operators of integers, which have nothing to carry back.

use super::*;
use crate::keep::{self, Decided};

macro_rules! operators {
    ($int:ident: $($Rule:ident $AssignRule:ident $symbol:tt $assign:tt)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<Form> $Rule<$int, Form> for $int {
            type Output = $int;

            #[inline(always)]
            fn rule<K: Keep>(
                _: K,
                (a, b): (&$int, &$int),
            ) -> ($int, impl Fn((), (&$int, &$int), (Option<&()>, Option<&()>)) + use<Form, K>) {
                (a $symbol b, |(): (), _: (&$int, &$int), _: (Option<&()>, Option<&()>)| {})
            }
        }

        #[diagnostic::do_not_recommend]
        impl<Form> $AssignRule<$int, Form> for $int {
            #[inline(always)]
            fn rule<K: Keep>(
                _: K,
                (a, b): (&mut $int, &$int),
            ) -> (
                (),
                impl Fn((), (&mut $int, &$int), (Option<&mut ()>, Option<&()>)) + use<Form, K>,
            ) {
                let old: <K::IfRead<Decided<false>> as Keep>::Room<$int> = keep::Room::make(|| *a);
                *a $assign b;
                let pullback = move |(): (),
                                     (a, _): (&mut $int, &$int),
                                     _: (Option<&mut ()>, Option<&()>)| {
                    if let Some(&old) = keep::Room::<$int>::get(&old) {
                        *a = old;
                    }
                };
                ((), pullback)
            }
        }
    )*};
    ($($int:ident)*) => {$(
        operators! { $int:
            AddRule AddAssignRule + +=
            SubRule SubAssignRule - -=
            MulRule MulAssignRule * *=
            DivRule DivAssignRule / /=
            RemRule RemAssignRule % %=
        }
    )*};
}

operators!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

macro_rules! signed {
    ($($int:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<Form> NegRule<Form> for $int {
            type Output = $int;

            #[inline(always)]
            fn rule<K: Keep>(
                _: K,
                (a,): (&$int,),
            ) -> ($int, impl Fn((), (&$int,), (Option<&()>,)) + use<Form, K>) {
                (-a, |(): (), _: (&$int,), _: (Option<&()>,)| {})
            }
        }
    )*};
}

signed!(i8 i16 i32 i64 i128 isize);
