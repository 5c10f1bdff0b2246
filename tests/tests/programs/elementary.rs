//! Every elementary method of floats, as method and as path, on `f64` and `f32`.

use pullback::differentiable;
use pullback_tests::{check, check_vjp};

/// A program per method: `x.method()` for both float types.
macro_rules! unary {
    ($($name:ident($($point:expr),+);)*) => {$(
        mod $name {
            use pullback::differentiable;

            #[differentiable]
            fn double(x: f64) -> f64 {
                x.$name()
            }

            #[differentiable]
            fn single(x: f32) -> f32 {
                x.$name() * 0.5
            }

            pullback_tests::check!(double_checks, $(double($point)),+);
            pullback_tests::check!(single_checks, $(single($point)),+);
        }
    )*};
}

unary! {
    sin(0.3, -2.0);
    cos(0.3, 4.0);
    tan(0.3, -1.0);
    asin(0.3, -0.4);
    acos(0.3, -0.4);
    atan(0.3, -4.0);
    sinh(0.3, -1.0);
    cosh(0.3, -1.0);
    tanh(0.3, -1.0);
    asinh(0.3, -2.0);
    acosh(1.9, 3.0);
    atanh(0.3, -0.4);
    exp(0.3, -2.0);
    exp2(0.3, -2.0);
    exp_m1(0.3, -2.0);
    ln(0.7, 3.0);
    log2(0.7, 3.0);
    log10(0.7, 3.0);
    ln_1p(0.3, -0.2);
    sqrt(0.7, 3.0);
    cbrt(0.7, -3.0);
    abs(0.7, -3.0);
    signum(0.7, -3.0);
    floor(0.7, -3.4);
    ceil(0.7, -3.4);
    round(0.7, -3.3);
    trunc(0.7, -3.4);
    fract(0.7, -3.4);
    recip(0.7, -3.0);
    to_degrees(0.7, -3.0);
    to_radians(70.0, -30.0);
}

#[differentiable]
fn powers(x: f64, y: f64) -> f64 {
    x.powi(3) + x.powi(-2) + x.powf(y) + x.powf(2.5) + 2.0_f64.powf(y) + x.powi(0)
}
check!(powers_checks, powers(1.3, 0.7), powers(0.6, -1.5));

#[differentiable]
fn integer_power_of_argument(x: f64, n: i32) -> f64 {
    x.powi(n) * x.powi(n - 1)
}
check!(
    integer_power_of_argument_checks,
    integer_power_of_argument(1.3, fixed(4)),
    integer_power_of_argument(-1.3, fixed(3)),
    integer_power_of_argument(0.7, fixed(0)),
    integer_power_of_argument(0.7, fixed(-2)),
);

#[differentiable]
fn power_at_zero(x: f64) -> f64 {
    x.powi(2) + x.powi(1) + x.powi(0)
}
check!(power_at_zero_checks, power_at_zero(0.0));

#[differentiable]
fn extremes(x: f64, y: f64) -> f64 {
    x.max(y) * 2.0 + x.min(y) + x.max(0.5) - y.min(-1.0) + 0.25f64.max(x * y)
}
check!(
    extremes_checks,
    extremes(1.3, 0.7),
    extremes(-1.3, 0.7),
    extremes(0.2, -1.7)
);

#[differentiable]
fn clamped(x: f64, low: f64, high: f64) -> f64 {
    x.clamp(low, high) * x + x.clamp(-1.0, 1.0)
}
check!(
    clamped_checks,
    clamped(0.5, 0.0, 2.0),
    clamped(-0.5, 0.0, 2.0),
    clamped(3.0, 0.0, 2.0)
);

#[differentiable]
fn planar(x: f64, y: f64) -> f64 {
    x.hypot(y) + y.atan2(x) + x.copysign(y)
}
check!(
    planar_checks,
    planar(1.3, 0.7),
    planar(-1.3, 0.7),
    planar(1.3, -0.7),
    planar(-0.2, -2.0)
);

#[differentiable]
fn fused(a: f64, b: f64, c: f64) -> f64 {
    a.mul_add(b, c) * c.mul_add(2.0, a)
}
check!(fused_checks, fused(1.3, 0.7, -0.4));

#[differentiable]
fn logarithms(x: f64, base: f64) -> f64 {
    x.log(base) + x.log(10.0) + 3.0f64.log(base)
}
check!(logarithms_checks, logarithms(1.3, 2.5));

#[differentiable]
fn remainders(x: f64, y: f64) -> f64 {
    x.rem_euclid(y) + x % y + x.rem_euclid(0.75)
}
check!(
    remainders_checks,
    remainders(5.2, 1.5),
    remainders(-5.2, 1.5)
);

#[differentiable]
fn sine_and_cosine(x: f64) -> f64 {
    let (s, c) = x.sin_cos();
    s * c + s
}
check!(
    sine_and_cosine_checks,
    sine_and_cosine(0.8),
    sine_and_cosine(-2.0)
);

#[differentiable]
fn both_of_sin_cos(x: f64) -> (f64, f64) {
    (2.0 * x).sin_cos()
}
check_vjp!(both_of_sin_cos_checks, both_of_sin_cos(0.8));

#[differentiable]
fn as_paths(x: f64, y: f64) -> f64 {
    f64::sin(x) + f64::max(x, y) * f64::exp(-y) + f64::powi(x, 3) + f64::hypot(x, y) + f64::abs(y)
}
check!(as_paths_checks, as_paths(0.8, 1.9), as_paths(0.8, -1.9));

#[differentiable]
fn as_paths_single(x: f32, y: f32) -> f32 {
    f32::cos(x) * f32::sqrt(y) + f32::mul_add(x, y, 1.0)
}
check!(as_paths_single_checks, as_paths_single(0.8, 1.9));

#[differentiable]
fn chained(x: f64) -> f64 {
    x.exp().sin().cos().abs().sqrt().ln_1p()
}
check!(chained_checks, chained(0.4), chained(-0.7));

#[differentiable]
fn methods_on_expressions(x: f64, y: f64) -> f64 {
    (x + y).sin() * (-x).exp() + (x * y - 1.0).abs() + { x / y }.tanh()
}
check!(
    methods_on_expressions_checks,
    methods_on_expressions(0.4, 1.2)
);

#[differentiable]
fn methods_on_literals(x: f64) -> f64 {
    2.0_f64.sqrt() * x + 1.0f64.exp() - (3.0f64).ln() * x
}
check!(methods_on_literals_checks, methods_on_literals(0.4));

#[differentiable]
fn methods_on_references(x: &f64, xs: &[f64]) -> f64 {
    x.sin() + xs[0].cos() * xs[1].max(*x)
}
check!(
    methods_on_references_checks,
    methods_on_references(&0.4, &[0.1, 0.9])
);

#[differentiable]
fn degrees(angle: f64) -> f64 {
    angle.to_radians().sin() + (angle / 60.0).to_degrees()
}
check!(degrees_checks, degrees(33.0));

#[differentiable]
fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}
check!(sigmoid_checks, sigmoid(0.4), sigmoid(-3.0));

#[differentiable]
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}
check!(softplus_checks, softplus(0.4), softplus(-3.0));

#[differentiable]
fn gelu(x: f64) -> f64 {
    let inner = (2.0 / std::f64::consts::PI).sqrt() * (x + 0.044715 * x.powi(3));
    0.5 * x * (1.0 + inner.tanh())
}
check!(gelu_checks, gelu(0.4), gelu(-1.0));

#[differentiable]
fn classified(x: f64) -> f64 {
    if x.is_nan() || x.is_infinite() || !x.is_finite() {
        0.0
    } else if x.is_sign_negative() {
        x * 2.0
    } else {
        x * x
    }
}
check!(classified_checks, classified(0.4), classified(-1.0));
