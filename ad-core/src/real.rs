//! Floats, for code that is generic over them.

use crate::Differentiable;
use crate::emitted::Lasting;
use crate::functions::ToScalar;
use crate::ops::RealOperators;
use std::cell::Cell;
use std::fmt::{Debug, Display, LowerExp};
use std::iter::{Product, Sum};
use std::num::FpCategory;
use std::ops::{
    Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Sub, SubAssign,
};

/// Declares the trait and implements it for both floats from one list.
macro_rules! real {
    (
        constants { $($(#[$constant_doc:meta])* $constant:ident = $($path:ident)::+;)* }
        methods { $($(#[$doc:meta])* fn $method:ident(self $(, $argument:ident: $ty:ty)*) -> $output:ty;)* }
    ) => {
        /// `f32` and `f64`.
        ///
        /// Code generic over scalars bounds its type parameter by this trait and writes the operators
        /// and methods it would write for `f64`; each of them has its derivative rule. Names and
        /// meanings are those of the standard library.
        ///
        /// ```
        /// use ad_core::Real;
        ///
        /// fn softplus<T: Real>(x: T) -> T {
        ///     x.max(T::ZERO) + (-x.abs()).exp().ln_1p()
        /// }
        ///
        /// assert_eq!(softplus(0.0_f64), 2.0_f64.ln());
        /// assert_eq!(softplus(100.0_f32), 100.0);
        /// ```
        #[diagnostic::on_unimplemented(
            message = "`{Self}` is not a float that can be differentiated",
            label = "neither `f64` nor `f32`",
            note = "bound the type parameter by `pullback::Real`, or make it a supertrait of the trait that stands there; one that stands for something else is bound by `Differentiable`"
        )]
        pub trait Real:
            Differentiable<Shadow = Cell<Self>, Owned = Cell<Self>, Tangent = Self, Buffer = Self, Again = Self, Shape = ()>
            + Copy
            + Default
            + PartialEq
            + PartialOrd
            + Debug
            + Display
            + LowerExp
            + Send
            + Sync
            + 'static
            + Lasting
            + Add<Output = Self>
            + Sub<Output = Self>
            + Mul<Output = Self>
            + Div<Output = Self>
            + Rem<Output = Self>
            + Neg<Output = Self>
            + AddAssign
            + SubAssign
            + MulAssign
            + DivAssign
            + RemAssign
            + Sum
            + Product
            + for<'a> Sum<&'a Self>
            + for<'a> Product<&'a Self>
            + ToScalar<Real = Self>
            + RealOperators
        {
            /// 0.
            const ZERO: Self;
            /// −0.0, the neutral element of floating-point addition.
            const NEG_ZERO: Self;
            /// 1.
            const ONE: Self;
            $(
                $(#[$constant_doc])*
                #[doc = concat!("As the `", stringify!($constant), "` of the standard library.")]
                const $constant: Self;
            )*

            /// The nearest float.
            fn from_f64(x: f64) -> Self;

            /// The same number.
            fn to_f64(self) -> f64;

            /// As [`f64::sin_cos`].
            fn sin_cos(self) -> (Self, Self);

            $(
                $(#[$doc])*
                #[doc = concat!("As [`f64::", stringify!($method), "`].")]
                fn $method(self $(, $argument: $ty)*) -> $output;
            )*
        }

        real! { @float f32 { $($constant = $($path)::+;)* }
            { $(fn $method(self $(, $argument: $ty)*) -> $output;)* } }
        real! { @float f64 { $($constant = $($path)::+;)* }
            { $(fn $method(self $(, $argument: $ty)*) -> $output;)* } }
    };
    (@float $float:ident
        { $($constant:ident = $($path:ident)::+;)* }
        { $(fn $method:ident(self $(, $argument:ident: $ty:ty)*) -> $output:ty;)* }
    ) => {
        impl Real for $float {
            const ZERO: Self = 0.0;
            const NEG_ZERO: Self = -0.0;
            const ONE: Self = 1.0;
            $(const $constant: Self = real!(@constant $float $($path)::+ $constant);)*

            #[inline(always)]
            fn from_f64(x: f64) -> Self {
                x as $float
            }

            #[inline(always)]
            fn to_f64(self) -> f64 {
                self.into()
            }

            #[inline(always)]
            fn sin_cos(self) -> (Self, Self) {
                <$float>::sin_cos(self)
            }

            $(
                #[inline(always)]
                fn $method(self $(, $argument: $ty)*) -> $output {
                    <$float>::$method(self $(, real!(@argument $argument: $ty))*)
                }
            )*
        }

        impl ToScalar for $float {
            type Real = $float;

            #[inline(always)]
            fn to_scalar(self) -> $float {
                self
            }
        }
    };
    (@constant $float:ident float $constant:ident) => { <$float>::$constant };
    (@constant $float:ident consts $constant:ident) => { std::$float::consts::$constant };
    (@argument $argument:ident: $ty:ty) => { $argument };
}

real! {
    constants {
        EPSILON = float;
        INFINITY = float;
        NEG_INFINITY = float;
        NAN = float;
        MAX = float;
        MIN = float;
        MIN_POSITIVE = float;
        PI = consts;
        TAU = consts;
        E = consts;
        SQRT_2 = consts;
        FRAC_1_SQRT_2 = consts;
        LN_2 = consts;
        LN_10 = consts;
        LOG2_E = consts;
        LOG10_E = consts;
        FRAC_PI_2 = consts;
        FRAC_PI_3 = consts;
        FRAC_PI_4 = consts;
        FRAC_PI_6 = consts;
        FRAC_PI_8 = consts;
        FRAC_1_PI = consts;
        FRAC_2_PI = consts;
        FRAC_2_SQRT_PI = consts;
    }
    methods {
        fn sin(self) -> Self;
        fn cos(self) -> Self;
        fn tan(self) -> Self;
        fn asin(self) -> Self;
        fn acos(self) -> Self;
        fn atan(self) -> Self;
        fn atan2(self, other: Self) -> Self;
        fn sinh(self) -> Self;
        fn cosh(self) -> Self;
        fn tanh(self) -> Self;
        fn asinh(self) -> Self;
        fn acosh(self) -> Self;
        fn atanh(self) -> Self;
        fn exp(self) -> Self;
        fn exp2(self) -> Self;
        fn exp_m1(self) -> Self;
        fn ln(self) -> Self;
        fn log(self, base: Self) -> Self;
        fn log2(self) -> Self;
        fn log10(self) -> Self;
        fn ln_1p(self) -> Self;
        fn sqrt(self) -> Self;
        fn cbrt(self) -> Self;
        fn hypot(self, other: Self) -> Self;
        fn powi(self, n: i32) -> Self;
        fn powf(self, n: Self) -> Self;
        fn recip(self) -> Self;
        fn mul_add(self, a: Self, b: Self) -> Self;
        fn abs(self) -> Self;
        fn signum(self) -> Self;
        fn copysign(self, sign: Self) -> Self;
        fn midpoint(self, other: Self) -> Self;
        fn floor(self) -> Self;
        fn ceil(self) -> Self;
        fn round(self) -> Self;
        fn round_ties_even(self) -> Self;
        fn trunc(self) -> Self;
        fn fract(self) -> Self;
        fn div_euclid(self, rhs: Self) -> Self;
        fn rem_euclid(self, rhs: Self) -> Self;
        fn min(self, other: Self) -> Self;
        fn max(self, other: Self) -> Self;
        fn clamp(self, min: Self, max: Self) -> Self;
        fn to_degrees(self) -> Self;
        fn to_radians(self) -> Self;
        fn is_nan(self) -> bool;
        fn is_finite(self) -> bool;
        fn is_infinite(self) -> bool;
        fn is_normal(self) -> bool;
        fn is_subnormal(self) -> bool;
        fn is_sign_positive(self) -> bool;
        fn is_sign_negative(self) -> bool;
        fn classify(self) -> FpCategory;
    }
}
