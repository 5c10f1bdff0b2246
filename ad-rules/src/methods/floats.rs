//! The methods of floats.
//!
//! The arguments come again in the reverse sweep, where the partial derivatives are computed from
//! them: pullbacks have no size. Where the value tells the partial derivative, which would take as long as the value
//! did, the pullback remembers that instead. What no cotangent comes to contributes nothing, also where a partial
//! derivative is infinite.

use crate::elementary::{self, slopes};
use ad_core::__private::{Keep, Real, add, if_any};
use std::cell::Cell;

type Wanted<'s, T> = Option<&'s Cell<T>>;

/// Adds to a shadow that is wanted what a cotangent contributes by a partial derivative.
#[inline(always)]
fn give<T: Real>(shadow: Wanted<'_, T>, ct: T, partial: T) {
    if let Some(shadow) = shadow {
        add(shadow, if_any(ct, ct * partial));
    }
}

/// The same where the partial derivative tells what was chosen: to what was not, an infinite cotangent is nothing, too.
#[inline(always)]
fn choose<T: Real>(shadow: Wanted<'_, T>, ct: T, partial: T) {
    if partial != T::ZERO {
        give(shadow, ct, partial);
    }
}

/// How a function gives: some choose among their arguments, or among constants.
macro_rules! giving {
    (min) => {
        choose
    };
    (max) => {
        choose
    };
    (clamp) => {
        choose
    };
    (copysign) => {
        choose
    };
    (signum) => {
        choose
    };
    (floor) => {
        choose
    };
    (ceil) => {
        choose
    };
    (round) => {
        choose
    };
    (round_ties_even) => {
        choose
    };
    (trunc) => {
        choose
    };
    (div_euclid) => {
        choose
    };
    ($other:ident) => {
        give
    };
}

/// Each rule, as a method's and as a function's, the elementary function it is that of, and the function's floats with their shadows;
/// the functions of one float whose values tell the partial derivatives; then the rules that are not of this form.
macro_rules! float_methods {
    (
        told { $($told_rule:ident $told_associated:ident = $told:ident;)* }
        $($rule:ident $associated:ident = $name:ident($x:ident $dx:ident $(, $arg:ident $darg:ident)*);)*
        $({ $($more:tt)* })*
    ) => {
        /// The rules of the methods of `f64` and `f32`.
        #[allow(missing_docs, reason = "each method is the rule of the method it is named after")]
        #[allow(clippy::type_complexity, reason = "it is the form of all rules")]
        #[allow(unused_parens, reason = "the partial derivatives are a tuple where they are several")]
        pub trait FloatMethods: Real {
            $(
                #[inline(always)]
                fn $told_rule<K: Keep>(
                    &self,
                    _: K,
                    (): (),
                ) -> (Self, impl Fn(Cell<Self>, (&Self,), (Wanted<'_, Self>,)) + use<Self, K>) {
                    let (value, _) = elementary::$told(*self);
                    (value, move |dy, _, (dx,)| give(dx, dy.get(), slopes::$told(value)))
                }

                /// Where the function is called by a path.
                #[inline(always)]
                fn $told_associated<K: Keep>(
                    _: K,
                    (x,): (Self,),
                ) -> (Self, impl Fn(Cell<Self>, (Self,), (Wanted<'_, Self>,)) + use<Self, K>) {
                    let (value, _) = elementary::$told(x);
                    (value, move |dy, _, (dx,)| give(dx, dy.get(), slopes::$told(value)))
                }
            )*
            $(
                #[inline(always)]
                fn $rule<K: Keep>(
                    &self,
                    _: K,
                    ($($arg,)*): ($(float_methods!(@each $arg Self),)*),
                ) -> (
                    Self,
                    impl Fn(
                        Cell<Self>,
                        (&Self, $(float_methods!(@each $arg Self),)*),
                        (Wanted<'_, Self>, $(float_methods!(@each $arg Wanted<'_, Self>),)*),
                    ) + use<Self, K>,
                ) {
                    let (value, _) = elementary::$name(*self $(, $arg)*);
                    (value, |dy, (&$x, $($arg,)*), ($dx, $($darg,)*)| {
                        let (_, ($x $(, $arg)*)) = elementary::$name($x $(, $arg)*);
                        giving!($name)($dx, dy.get(), $x);
                        $(giving!($name)($darg, dy.get(), $arg);)*
                    })
                }

                /// Where the function is called by a path: `f64::sin(x)`, by whatever name of `f64`.
                #[inline(always)]
                fn $associated<K: Keep>(
                    _: K,
                    ($x, $($arg,)*): (Self, $(float_methods!(@each $arg Self),)*),
                ) -> (
                    Self,
                    impl Fn(
                        Cell<Self>,
                        (Self, $(float_methods!(@each $arg Self),)*),
                        (Wanted<'_, Self>, $(float_methods!(@each $arg Wanted<'_, Self>),)*),
                    ) + use<Self, K>,
                ) {
                    let (value, _) = elementary::$name($x $(, $arg)*);
                    (value, |dy, ($x, $($arg,)*), ($dx, $($darg,)*)| {
                        let (_, ($x $(, $arg)*)) = elementary::$name($x $(, $arg)*);
                        giving!($name)($dx, dy.get(), $x);
                        $(giving!($name)($darg, dy.get(), $arg);)*
                    })
                }
            )*
            $($($more)*)*
        }
    };
    (@each $arg:ident $($ty:tt)*) => { $($ty)* };
}

float_methods! {
    told {
        derivative_rule_of_tan associated_rule_of_tan = tan;
        derivative_rule_of_tanh associated_rule_of_tanh = tanh;
        derivative_rule_of_exp associated_rule_of_exp = exp;
        derivative_rule_of_exp2 associated_rule_of_exp2 = exp2;
        derivative_rule_of_sqrt associated_rule_of_sqrt = sqrt;
        derivative_rule_of_cbrt associated_rule_of_cbrt = cbrt;
        derivative_rule_of_recip associated_rule_of_recip = recip;
    }
    derivative_rule_of_sin associated_rule_of_sin = sin(x dx);
    derivative_rule_of_cos associated_rule_of_cos = cos(x dx);
    derivative_rule_of_asin associated_rule_of_asin = asin(x dx);
    derivative_rule_of_acos associated_rule_of_acos = acos(x dx);
    derivative_rule_of_atan associated_rule_of_atan = atan(x dx);
    derivative_rule_of_atan2 associated_rule_of_atan2 = atan2(x dx, other dother);
    derivative_rule_of_sinh associated_rule_of_sinh = sinh(x dx);
    derivative_rule_of_cosh associated_rule_of_cosh = cosh(x dx);
    derivative_rule_of_asinh associated_rule_of_asinh = asinh(x dx);
    derivative_rule_of_acosh associated_rule_of_acosh = acosh(x dx);
    derivative_rule_of_atanh associated_rule_of_atanh = atanh(x dx);
    derivative_rule_of_exp_m1 associated_rule_of_exp_m1 = exp_m1(x dx);
    derivative_rule_of_ln associated_rule_of_ln = ln(x dx);
    derivative_rule_of_log associated_rule_of_log = log(x dx, base dbase);
    derivative_rule_of_log2 associated_rule_of_log2 = log2(x dx);
    derivative_rule_of_log10 associated_rule_of_log10 = log10(x dx);
    derivative_rule_of_ln_1p associated_rule_of_ln_1p = ln_1p(x dx);
    derivative_rule_of_hypot associated_rule_of_hypot = hypot(x dx, other dother);
    derivative_rule_of_powf associated_rule_of_powf = powf(x dx, exponent dexponent);
    derivative_rule_of_mul_add associated_rule_of_mul_add = mul_add(x dx, a da, b db);
    derivative_rule_of_abs associated_rule_of_abs = abs(x dx);
    derivative_rule_of_signum associated_rule_of_signum = signum(x dx);
    derivative_rule_of_copysign associated_rule_of_copysign = copysign(x dx, sign dsign);
    derivative_rule_of_midpoint associated_rule_of_midpoint = midpoint(x dx, other dother);
    derivative_rule_of_floor associated_rule_of_floor = floor(x dx);
    derivative_rule_of_ceil associated_rule_of_ceil = ceil(x dx);
    derivative_rule_of_round associated_rule_of_round = round(x dx);
    derivative_rule_of_round_ties_even associated_rule_of_round_ties_even = round_ties_even(x dx);
    derivative_rule_of_trunc associated_rule_of_trunc = trunc(x dx);
    derivative_rule_of_fract associated_rule_of_fract = fract(x dx);
    derivative_rule_of_div_euclid associated_rule_of_div_euclid = div_euclid(x dx, divisor ddivisor);
    derivative_rule_of_rem_euclid associated_rule_of_rem_euclid = rem_euclid(x dx, divisor ddivisor);
    derivative_rule_of_min associated_rule_of_min = min(x dx, other dother);
    derivative_rule_of_max associated_rule_of_max = max(x dx, other dother);
    derivative_rule_of_clamp associated_rule_of_clamp = clamp(x dx, low dlow, high dhigh);
    derivative_rule_of_to_degrees associated_rule_of_to_degrees = to_degrees(x dx);
    derivative_rule_of_to_radians associated_rule_of_to_radians = to_radians(x dx);

    {
        #[inline(always)]
        #[allow(clippy::wrong_self_convention, reason = "it is the form of all rules")]
        fn derivative_rule_of_to_f64<K: Keep>(
            &self,
            _: K,
            (): (),
        ) -> (f64, impl Fn(Cell<f64>, (&Self,), (Wanted<'_, Self>,)) + use<Self, K>) {
            (self.to_f64(), |dy, _, (dx,)| {
                give(dx, Self::from_f64(dy.get()), Self::ONE);
            })
        }
    }

    {
        #[inline(always)]
        fn derivative_rule_of_powi<K: Keep>(
            &self,
            _: K,
            (n,): (i32,),
        ) -> (
            Self,
            impl Fn(Cell<Self>, (&Self, i32), (Wanted<'_, Self>, Option<&()>)) + use<Self, K>,
        ) {
            let (value, _) = elementary::powi(*self, n);
            (value, |dy, (&x, n), (dx, _)| {
                let (_, partial) = elementary::powi(x, n);
                give(dx, dy.get(), partial);
            })
        }
    }

    {
        #[inline(always)]
        fn associated_rule_of_powi<K: Keep>(
            _: K,
            (x, n): (Self, i32),
        ) -> (
            Self,
            impl Fn(Cell<Self>, (Self, i32), (Wanted<'_, Self>, Option<&()>)) + use<Self, K>,
        ) {
            let (value, _) = elementary::powi(x, n);
            (value, |dy, (x, n), (dx, _)| {
                let (_, partial) = elementary::powi(x, n);
                give(dx, dy.get(), partial);
            })
        }
    }

    {
        #[inline(always)]
        fn derivative_rule_of_sin_cos<K: Keep>(
            &self,
            _: K,
            (): (),
        ) -> (
            (Self, Self),
            impl Fn((Cell<Self>, Cell<Self>), (&Self,), (Wanted<'_, Self>,)) + use<Self, K>,
        ) {
            (self.sin_cos(), |(dsin, dcos), (x,), (dx,)| {
                let (sin, cos) = x.sin_cos();
                give(dx, dsin.get(), cos);
                give(dx, dcos.get(), -sin);
            })
        }
    }

    {
        #[inline(always)]
        fn derivative_rule_of_clone<K: Keep>(
            &self,
            _: K,
            (): (),
        ) -> (
            Self,
            impl Fn(Cell<Self>, (&Self,), (Wanted<'_, Self>,)) + use<Self, K>,
        ) {
            (*self, |dy, _, (dx,)| give(dx, dy.get(), Self::ONE))
        }
    }
}

impl<T: Real> FloatMethods for T {}
