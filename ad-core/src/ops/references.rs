//! The operators of floats, where a variable is a reference to one.
//!
//! What the syntax shows to be a reference is read through before its operator's rule is looked up.
//! A variable that a pattern or a closure binds may be one without showing it; as in Rust itself, the
//! operators of floats take it.

use super::*;
use crate::keep::Keep;
use std::cell::Cell;

macro_rules! binary {
    ($float:ident: $($Rule:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'a, Form> $Rule<$float, Form> for &'a $float {
            type Output = $float;

            #[inline(always)]
            fn rule<K: Keep>(
                keep: K,
                (a, b): (&Self, &$float),
            ) -> (
                $float,
                impl Fn(Cell<$float>, (&Self, &$float), (Option<&Cell<$float>>, Option<&Cell<$float>>)) + use<'a, Form, K>,
            ) {
                let (value, pullback) = <$float as $Rule<$float, Form>>::rule(keep, (*a, b));
                (value, move |dy: Cell<$float>, (a, b): (&Self, &$float), shadows: (Option<&Cell<$float>>, Option<&Cell<$float>>)| {
                    pullback(dy, (*a, b), shadows)
                })
            }
        }

        #[diagnostic::do_not_recommend]
        impl<'b, Form> $Rule<&'b $float, Form> for $float {
            type Output = $float;

            #[inline(always)]
            fn rule<K: Keep>(
                keep: K,
                (a, b): (&$float, &&'b $float),
            ) -> (
                $float,
                impl Fn(Cell<$float>, (&$float, &&'b $float), (Option<&Cell<$float>>, Option<&Cell<$float>>)) + use<'b, Form, K>,
            ) {
                let (value, pullback) = <$float as $Rule<$float, Form>>::rule(keep, (a, *b));
                (value, move |dy: Cell<$float>, (a, b): (&$float, &&'b $float), shadows: (Option<&Cell<$float>>, Option<&Cell<$float>>)| {
                    pullback(dy, (a, *b), shadows)
                })
            }
        }

        #[diagnostic::do_not_recommend]
        impl<'a, 'b, Form> $Rule<&'b $float, Form> for &'a $float {
            type Output = $float;

            #[inline(always)]
            fn rule<K: Keep>(
                keep: K,
                (a, b): (&Self, &&'b $float),
            ) -> (
                $float,
                impl Fn(Cell<$float>, (&Self, &&'b $float), (Option<&Cell<$float>>, Option<&Cell<$float>>)) + use<'a, 'b, Form, K>,
            ) {
                let (value, pullback) = <$float as $Rule<$float, Form>>::rule(keep, (*a, *b));
                (value, move |dy: Cell<$float>, (a, b): (&Self, &&'b $float), shadows: (Option<&Cell<$float>>, Option<&Cell<$float>>)| {
                    pullback(dy, (*a, *b), shadows)
                })
            }
        }
    )*};
}

macro_rules! assigning {
    ($float:ident: $($Rule:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'b, Form> $Rule<&'b $float, Form> for $float {
            #[inline(always)]
            fn rule<K: Keep>(
                keep: K,
                (a, b): (&mut $float, &&'b $float),
            ) -> (
                (),
                impl Fn((), (&mut $float, &&'b $float), (Option<&mut Cell<$float>>, Option<&Cell<$float>>))
                + use<'b, Form, K>,
            ) {
                let ((), pullback) = <$float as $Rule<$float, Form>>::rule(keep, (a, *b));
                ((), move |(): (), (a, b): (&mut $float, &&'b $float), shadows: (Option<&mut Cell<$float>>, Option<&Cell<$float>>)| {
                    pullback((), (a, *b), shadows)
                })
            }
        }
    )*};
}

macro_rules! floats {
    ($($float:ident)*) => {$(
        binary!($float: AddRule SubRule MulRule DivRule RemRule);
        assigning!($float: AddAssignRule SubAssignRule MulAssignRule DivAssignRule RemAssignRule);

        #[diagnostic::do_not_recommend]
        impl<'a, Form> NegRule<Form> for &'a $float {
            type Output = $float;

            #[inline(always)]
            fn rule<K: Keep>(
                keep: K,
                (a,): (&Self,),
            ) -> (
                $float,
                impl Fn(Cell<$float>, (&Self,), (Option<&Cell<$float>>,)) + use<'a, Form, K>,
            ) {
                let (value, pullback) = <$float as NegRule<Form>>::rule(keep, (*a,));
                (value, move |dy: Cell<$float>, (a,): (&Self,), shadows: (Option<&Cell<$float>>,)| {
                    pullback(dy, (*a,), shadows)
                })
            }
        }
    )*};
}

floats!(f64 f32);
