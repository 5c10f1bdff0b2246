//! The operators of floats.
//!
//! The operands come again in the reverse sweep, so that pullbacks remember nothing: they have no
//! size. Only what `a *= b` overwrites has to be remembered, being a factor in the cotangent of `b`, and a quotient
//! where the caller wants it, since dividing again takes long.

use super::*;
use crate::functions::{add, if_any, over};
use crate::keep::{self, Decided, NoRoom};
use std::cell::Cell;

/// Adds to a shadow that is wanted.
#[inline(always)]
fn give<T: crate::Real>(shadow: Option<&Cell<T>>, x: T) {
    if let Some(shadow) = shadow {
        add(shadow, x);
    }
}

/// Per operator, what it remembers of its value, the partial derivatives times the cotangent, and what the assigning one
/// remembers of what it overwrites: room for who wants it back, which is nobody if the operator itself must read
/// it, and a float where the partial derivatives need it.
macro_rules! operators {
    ($float:ident: $($Rule:ident($Value:ty) $AssignRule:ident($Old:ty)
        |$a:ident, $b:ident| $value:expr => |$dy:ident, $result:ident| $da:expr, $db:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<Form> $Rule<$float, Form> for $float {
            type Output = $float;

            #[inline(always)]
            fn rule<K: Keep>(
                _: K,
                (&$a, &$b): (&$float, &$float),
            ) -> (
                $float,
                impl Fn(
                    Cell<$float>,
                    (&$float, &$float),
                    (Option<&Cell<$float>>, Option<&Cell<$float>>),
                ) + use<Form, K>,
            ) {
                let value = $value;
                let kept: $Value = keep::Room::make(|| value);
                let pullback = move |$dy: Cell<$float>,
                                     (&$a, &$b): (&$float, &$float),
                                     (da, db): (Option<&Cell<$float>>, Option<&Cell<$float>>)| {
                    let $dy = $dy.get();
                    let $result = || match keep::Room::<$float>::get(&kept) {
                        Some(&value) => value,
                        None => $value,
                    };
                    let _ = ($a, $b, $result);
                    give(da, $da);
                    give(db, $db);
                };
                (value, pullback)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<Form> $AssignRule<$float, Form> for $float {
            #[inline(always)]
            fn rule<K: Keep>(
                _: K,
                (place, &$b): (&mut $float, &$float),
            ) -> (
                (),
                impl Fn(
                    (),
                    (&mut $float, &$float),
                    (Option<&mut Cell<$float>>, Option<&Cell<$float>>),
                ) + use<Form, K>,
            ) {
                let $a = *place;
                let old: $Old = keep::Room::make(|| $a);
                *place = $value;
                let pullback = move |(): (),
                                     (place, &$b): (&mut $float, &$float),
                                     (da, db): (Option<&mut Cell<$float>>, Option<&Cell<$float>>)| {
                    if let Some(&old) = keep::Room::<$float>::get(&old) {
                        *place = old;
                    }
                    let Some(shadow) = da else { return };
                    let ($a, $dy) = (*place, shadow.get());
                    let $result = || $value;
                    let _ = ($a, $b, $result);
                    shadow.set($da);
                    give(db, $db);
                };
                ((), pullback)
            }
        }
    )*};
    ($($float:ident)*) => {$(
        operators! { $float:
            AddRule(NoRoom<$float>) AddAssignRule(<K::IfRead<Decided<false>> as Keep>::Room<$float>)
                |a, b| a + b => |dy, _y| dy, dy;
            SubRule(NoRoom<$float>) SubAssignRule(<K::IfRead<Decided<false>> as Keep>::Room<$float>)
                |a, b| a - b => |dy, _y| dy, -dy;
            MulRule(NoRoom<$float>) MulAssignRule($float) |a, b| a * b => |dy, _y| dy * b, dy * a;
            DivRule(K::Room<$float>) DivAssignRule($float)
                |a, b| a / b => |dy, y| if_any(dy, over(dy, b)), if_any(dy, -over(dy, b) * y());
            RemRule(NoRoom<$float>) RemAssignRule($float)
                |a, b| a % b => |dy, y| dy, -dy * ((a - y()) / b).round();
        }

        #[diagnostic::do_not_recommend]
        impl<Form> NegRule<Form> for $float {
            type Output = $float;

            #[inline(always)]
            fn rule<K: Keep>(
                _: K,
                (&a,): (&$float,),
            ) -> ($float, impl Fn(Cell<$float>, (&$float,), (Option<&Cell<$float>>,)) + use<Form, K>) {
                let pullback = |dy: Cell<$float>, _: (&$float,), (da,): (Option<&Cell<$float>>,)| {
                    give(da, -dy.get());
                };
                (-a, pullback)
            }
        }

        impl RealOperators for $float {}
    )*};
}

operators!(f64 f32);

/// Declares the trait from one list of operators.
macro_rules! real_operators {
    ($($Rule:ident)*; $($AssignRule:ident)*) => {
        /// The operators of floats in all their forms, for code that is generic over floats.
        pub trait RealOperators:
            Sized
            + NegRule<ByValue, Output = Self>
            + NegRule<ByRef, Output = Self>
            $(
                + $Rule<Self, (ByValue, ByValue), Output = Self>
                + $Rule<Self, (ByValue, ByRef), Output = Self>
                + $Rule<Self, (ByRef, ByValue), Output = Self>
                + $Rule<Self, (ByRef, ByRef), Output = Self>
            )*
            $(
                + $AssignRule<Self, ByValue>
                + $AssignRule<Self, ByRef>
            )*
        {
        }
    };
}

real_operators! {
    AddRule SubRule MulRule DivRule RemRule;
    AddAssignRule SubAssignRule MulAssignRule DivAssignRule RemAssignRule
}
