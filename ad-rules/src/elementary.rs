//! Values and partial derivatives of the elementary functions of `f64` and `f32`.
//!
//! Each function returns its value and its partial derivative, a tuple of them where it has several
//! arguments; the partials share work with the value. Where a function has no derivative this is what
//! it is given:
//!
//! | function | point | partial derivatives |
//! |---|---|---|
//! | `abs` | 0 | 0 |
//! | `signum`, `floor`, `ceil`, `round`, `round_ties_even`, `trunc`, `div_euclid` | everywhere | 0 |
//! | `fract`, `rem`, `rem_euclid` | jumps | those of the neighbouring smooth pieces |
//! | `max`, `min` | ties | all to the first argument |
//! | `max`, `min` | one argument is NaN | all to the other argument, whose value it is |
//! | `clamp(x, low, high)` | `x` on a bound | all to `x` |
//! | `copysign(x, s)` | everywhere | ∂x = ±1 by the sign bits, ∂s = 0 |
//! | `sqrt`, `cbrt` | 0 | +∞, the limit |
//! | `asin`, `acos`, `acosh`, `atanh` | end of the domain | ±∞, the limit |
//! | `hypot`, `atan2` | (0, 0) | 0, 0 |
//! | `powi(x, 0)`, `powf(x, 0)` | every `x` | ∂x = 0, also at 0 |
//! | `powf(x, e)` | `x = 0`, `e ≥ 0` | ∂e = 0 |
//! | `powf(x, e)` | `x < 0` | ∂e = NaN: no neighbouring exponent has a value |
//! | logarithms, `atanh` | outside the domain | their formulas, 1/x for `ln`, beside a value that is NaN |
//! | all others | outside the domain | NaN, as the value |

pub mod slopes;
#[cfg(test)]
mod tests;

use ad_core::__private::Real;
use ad_macros::rrule;

/// The derivative of `|x|`: 0 at 0, NaN at NaN.
#[inline]
fn slope_of_abs<T: Real>(x: T) -> T {
    if x > T::ZERO {
        T::ONE
    } else if x < T::ZERO {
        -T::ONE
    } else {
        x.abs()
    }
}

// Trigonometric functions.
rrule! {
    #![crate(ad_core)]
    #![partials]

    /// ∂ = cos x
    pub fn sin<T: Real>(x: T) -> T = x.sin_cos();
    check at [0.0, 0.3, -2.0, 40.0];

    /// ∂ = −sin x
    pub fn cos<T: Real>(x: T) -> T = { let (sin, cos) = x.sin_cos(); (cos, -sin) };
    check at [0.0, 0.3, -2.0, 40.0];

    /// ∂ = (cos x, −sin x)
    pub fn sin_cos<T: Real>(x: T) -> (T, T) = { let (sin, cos) = x.sin_cos(); ((sin, cos), (cos, -sin)) };
    check at [0.0, 0.3, -2.0];

    /// ∂ = 1 + y²
    pub fn tan<T: Real>(x: T) -> T = { let y = x.tan(); (y, slopes::tan(y)) };
    check at [0.0, 0.3, -1.2];

    /// ∂ = 1 / √(1 − x²)
    pub fn asin<T: Real>(x: T) -> T = (x.asin(), ((T::ONE - x) * (T::ONE + x)).sqrt().recip());
    check at [0.0, 0.3, -0.8];

    /// ∂ = −1 / √(1 − x²)
    pub fn acos<T: Real>(x: T) -> T = (x.acos(), -((T::ONE - x) * (T::ONE + x)).sqrt().recip());
    check at [0.0, 0.3, -0.8];

    /// ∂ = 1 / (1 + x²)
    pub fn atan<T: Real>(x: T) -> T = (x.atan(), (T::ONE + x * x).recip());
    check at [0.0, 0.3, -2.0];

    /// ∂ = (x, −y) / (x² + y²)
    pub fn atan2<T: Real>(y: T, x: T) -> T = {
        let angle = y.atan2(x);
        let radius = x.hypot(y);
        if radius == T::ZERO {
            (angle, (T::ZERO, T::ZERO))
        } else {
            (angle, (x / radius / radius, -(y / radius) / radius))
        }
    };
    check at [(0.3, 1.2), (-2.0, 0.5), (0.7, -1.5), (-1.0, -1.0)];
}

// Hyperbolic functions.
rrule! {
    #![crate(ad_core)]
    #![partials]

    /// ∂ = cosh x
    pub fn sinh<T: Real>(x: T) -> T = (x.sinh(), x.cosh());
    check at [0.0, 0.3, -2.0];

    /// ∂ = sinh x
    pub fn cosh<T: Real>(x: T) -> T = (x.cosh(), x.sinh());
    check at [0.0, 0.3, -2.0];

    /// ∂ = 1 − y²
    pub fn tanh<T: Real>(x: T) -> T = { let y = x.tanh(); (y, slopes::tanh(y)) };
    check at [0.0, 0.3, -2.0];

    /// ∂ = 1 / √(1 + x²)
    pub fn asinh<T: Real>(x: T) -> T = (x.asinh(), x.hypot(T::ONE).recip());
    check at [0.0, 0.3, -2.0];

    /// ∂ = 1 / √(x² − 1)
    pub fn acosh<T: Real>(x: T) -> T =
        (x.acosh(), ((x - T::ONE).sqrt() * (x + T::ONE).sqrt()).recip());
    check at [1.5, 3.0];

    /// ∂ = 1 / (1 − x²)
    pub fn atanh<T: Real>(x: T) -> T = (x.atanh(), ((T::ONE - x) * (T::ONE + x)).recip());
    check at [0.0, 0.3, -0.8];
}

// Exponentials and logarithms.
rrule! {
    #![crate(ad_core)]
    #![partials]

    /// ∂ = y
    pub fn exp<T: Real>(x: T) -> T = { let y = x.exp(); (y, slopes::exp(y)) };
    check at [0.0, 0.3, -2.0];

    /// ∂ = y ln 2
    pub fn exp2<T: Real>(x: T) -> T = { let y = x.exp2(); (y, slopes::exp2(y)) };
    check at [0.0, 0.3, -2.0];

    /// ∂ = exp x, which `y + 1` would round to 0 for large negative `x`
    pub fn exp_m1<T: Real>(x: T) -> T = (x.exp_m1(), x.exp());
    check at [0.0, 0.3, -2.0, -40.0];

    /// ∂ = 1 / x
    pub fn ln<T: Real>(x: T) -> T = (x.ln(), x.recip());
    check at [0.3, 1.0, 20.0];

    /// ∂ = 1 / (1 + x)
    pub fn ln_1p<T: Real>(x: T) -> T = (x.ln_1p(), (T::ONE + x).recip());
    check at [0.0, 0.3, -0.5];

    /// ∂ = 1 / (x ln 2)
    pub fn log2<T: Real>(x: T) -> T = (x.log2(), (x * T::LN_2).recip());
    check at [0.3, 1.0, 20.0];

    /// ∂ = 1 / (x ln 10)
    pub fn log10<T: Real>(x: T) -> T = (x.log10(), (x * T::LN_10).recip());
    check at [0.3, 1.0, 20.0];

    /// ∂ = (1 / x, −y / base) / ln base
    pub fn log<T: Real>(x: T, base: T) -> T = {
        let (y, ln_base) = (x.log(base), base.ln());
        (y, ((x * ln_base).recip(), -y / (base * ln_base)))
    };
    check at [(0.3, 2.0), (20.0, 0.5)];
}

// Powers and roots.
rrule! {
    #![crate(ad_core)]
    #![partials]

    /// ∂ = 1 / 2y
    pub fn sqrt<T: Real>(x: T) -> T = { let y = x.sqrt(); (y, slopes::sqrt(y)) };
    check at [0.3, 1.0, 20.0];

    /// ∂ = 1 / 3y²
    pub fn cbrt<T: Real>(x: T) -> T = { let y = x.cbrt(); (y, slopes::cbrt(y)) };
    check at [0.3, -2.0, 20.0];

    /// ∂ = n xⁿ⁻¹, 0 for `n = 0`
    pub fn powi<T: Real>(x: T, n: i32) -> T = {
        let slope = match n {
            0 => T::ZERO,
            1 => T::ONE,
            _ => T::from_f64(f64::from(n)) * x.powi(n.saturating_sub(1)),
        };
        (x.powi(n), slope)
    };
    check at [(0.3, 0), (0.0, 1), (0.0, 2), (-2.0, 3), (0.7, -2)];

    /// ∂ = (e y / x, y ln x)
    pub fn powf<T: Real>(x: T, e: T) -> T = {
        let y = x.powf(e);
        let by_base = if e == T::ZERO {
            T::ZERO
        } else if y != T::ZERO && y.is_finite() {
            e * y / x
        } else {
            // The value underflowed, overflowed, or stands at 0: it cannot be reused.
            e * x.powf(e - T::ONE)
        };
        let by_exponent =
            if x == T::ZERO && e >= T::ZERO { T::ZERO } else { y * x.ln() };
        (y, (by_base, by_exponent))
    };
    check at [(0.3, 1.7), (2.0, -0.5), (1.0, 0.0)];

    /// ∂ = (x, y) / hypot(x, y)
    pub fn hypot<T: Real>(x: T, y: T) -> T = {
        let length = x.hypot(y);
        if length == T::ZERO {
            (length, (T::ZERO, T::ZERO))
        } else {
            (length, (x / length, y / length))
        }
    };
    check at [(3.0, 4.0), (-0.2, 0.0), (0.5, -1.5)];

    /// ∂ = −y²
    pub fn recip<T: Real>(x: T) -> T = { let y = x.recip(); (y, slopes::recip(y)) };
    check at [0.3, -2.0];
}

// Piecewise linear functions.
rrule! {
    #![crate(ad_core)]
    #![partials]

    /// ∂ = ±1, 0 at 0
    pub fn abs<T: Real>(x: T) -> T = (x.abs(), slope_of_abs(x));
    check at [0.3, -2.0];

    /// ∂ = 0
    pub fn signum<T: Real>(x: T) -> T = (x.signum(), T::ZERO);
    check at [0.3, -2.0];

    /// ∂ = 0
    pub fn floor<T: Real>(x: T) -> T = (x.floor(), T::ZERO);
    check at [0.3, -2.7];

    /// ∂ = 0
    pub fn ceil<T: Real>(x: T) -> T = (x.ceil(), T::ZERO);
    check at [0.3, -2.7];

    /// ∂ = 0
    pub fn round<T: Real>(x: T) -> T = (x.round(), T::ZERO);
    check at [0.3, -2.7];

    /// ∂ = 0
    pub fn round_ties_even<T: Real>(x: T) -> T = (x.round_ties_even(), T::ZERO);
    check at [0.3, -2.7];

    /// ∂ = 0
    pub fn trunc<T: Real>(x: T) -> T = (x.trunc(), T::ZERO);
    check at [0.3, -2.7];

    /// ∂ = 1
    pub fn fract<T: Real>(x: T) -> T = (x.fract(), T::ONE);
    check at [0.3, -2.7];

    /// ∂ = the argument that is larger
    pub fn max<T: Real>(a: T, b: T) -> T = {
        let first = a >= b || b.is_nan();
        (a.max(b), if first { (T::ONE, T::ZERO) } else { (T::ZERO, T::ONE) })
    };
    check at [(0.3, -2.0), (1.0, 1.5)];

    /// ∂ = the argument that is smaller
    pub fn min<T: Real>(a: T, b: T) -> T = {
        let first = a <= b || b.is_nan();
        (a.min(b), if first { (T::ONE, T::ZERO) } else { (T::ZERO, T::ONE) })
    };
    check at [(0.3, -2.0), (1.0, 1.5)];

    /// ∂ = `x`, or the bound it is held at
    pub fn clamp<T: Real>(x: T, low: T, high: T) -> T = {
        let partials = if x < low {
            (T::ZERO, T::ONE, T::ZERO)
        } else if x > high {
            (T::ZERO, T::ZERO, T::ONE)
        } else {
            (T::ONE, T::ZERO, T::ZERO)
        };
        (x.clamp(low, high), partials)
    };
    check at [(0.3, -1.0, 1.0), (-2.0, -1.0, 1.0), (2.0, -1.0, 1.0)];

    /// ∂ = (±1, 0)
    pub fn copysign<T: Real>(x: T, sign: T) -> T =
        (x.copysign(sign), (T::ONE.copysign(x) * T::ONE.copysign(sign), T::ZERO));
    check at [(0.3, -2.0), (-0.3, -2.0), (-0.3, 2.0), (0.3, 2.0)];

    /// ∂ = (½, ½)
    pub fn midpoint<T: Real>(x: T, y: T) -> T =
        (x.midpoint(y), (T::ONE.midpoint(T::ZERO), T::ONE.midpoint(T::ZERO)));
    check at [(0.3, -2.0)];

    /// ∂ = (b, a, 1)
    pub fn mul_add<T: Real>(a: T, b: T, c: T) -> T = (a.mul_add(b, c), (b, a, T::ONE));
    check at [(0.3, -2.0, 1.5)];

    /// ∂ = (1, −trunc(x / y))
    pub fn rem<T: Real>(x: T, y: T) -> T = (x % y, (T::ONE, -(x / y).trunc()));
    check at [(7.3, 2.0), (-7.3, 2.0), (7.3, -2.0)];

    /// ∂ = (1, −div_euclid(x, y))
    pub fn rem_euclid<T: Real>(x: T, y: T) -> T =
        (x.rem_euclid(y), (T::ONE, -x.div_euclid(y)));
    check at [(7.3, 2.0), (-7.3, 2.0), (7.3, -2.0)];

    /// ∂ = (0, 0)
    pub fn div_euclid<T: Real>(x: T, y: T) -> T = (x.div_euclid(y), (T::ZERO, T::ZERO));
    check at [(7.3, 2.0), (-7.3, 2.0), (7.3, -2.0)];

    /// ∂ = 180 / π
    pub fn to_degrees<T: Real>(x: T) -> T = (x.to_degrees(), T::ONE.to_degrees());
    check at [0.3, -2.0];

    /// ∂ = π / 180
    pub fn to_radians<T: Real>(x: T) -> T = (x.to_radians(), T::ONE.to_radians());
    check at [0.3, -2.0];
}

macro_rules! along {
    ($($name:ident ($($x:ident $slope:ident),+);)*) => {$(
        /// A value that was found together with how fast it changes with each `x`: ∂ = these slopes.
        #[doc(hidden)]
        #[inline(always)]
        pub fn $name<T: Real>(value: T, $($x: T,)+ $($slope: T),+) -> (T, along!(@type $($x),+)) {
            let _ = ($($x,)+);
            (value, along!(@value $($slope),+))
        }
    )*};
    (@type $x:ident) => { T };
    (@type $a:ident, $b:ident) => { (T, T) };
    (@type $a:ident, $b:ident, $c:ident) => { (T, T, T) };
    (@value $x:ident) => { $x };
    (@value $($x:ident),+) => { ($($x),+) };
}

along! {
    along_1(x slope);
    along_2(x slope_x, y slope_y);
    along_3(x slope_x, y slope_y, z slope_z);
}
