//! Small kernels, each with its value and gradient written by hand beside it.
//!
//! The hand-written gradients differentiate the program as it stands: they fuse, reorder and unroll its
//! loops and keep what they need, but add up the value in its order and put no formula in its place. They
//! write first contributions instead of adding them, so that no buffer is cleared first.

mod abstractions;
mod dense;
#[cfg(test)]
mod tests;
mod unrolled;

pub use abstractions::*;
pub use dense::*;
pub use unrolled::*;

use pullback::differentiable;

/// `y[i] += x[i]`
#[differentiable]
pub fn add_assign(y: &mut [f64], x: &[f64]) {
    for i in 0..y.len() {
        y[i] += x[i];
    }
}

/// `y[i] += a * x[i]`; by `a` the derivative would be one long sum.
#[differentiable]
pub fn axpy(y: &mut [f64], #[constant] a: f64, x: &[f64]) {
    for i in 0..y.len() {
        y[i] += a * x[i];
    }
}

/// Σ xᵢ
#[differentiable]
pub fn sum(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += x[i];
    }
    s
}

/// [`sum()`] by hand.
pub fn sum_by_hand(x: &[f64], dx: &mut [f64]) -> f64 {
    dx.fill(1.0);
    x.iter().fold(0.0, |s, v| s + v)
}

/// Σ sin xᵢ
#[differentiable]
pub fn sum_of_sines(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for &v in x {
        s += v.sin();
    }
    s
}

/// [`sum_of_sines()`] by hand.
pub fn sum_of_sines_by_hand(x: &[f64], dx: &mut [f64]) -> f64 {
    let mut s = 0.0;
    for (v, d) in x.iter().zip(dx) {
        let (sin, cos) = v.sin_cos();
        s += sin;
        *d = cos;
    }
    s
}

/// Σ sin(cos(exp xᵢ))
#[differentiable]
pub fn sum_of_compositions(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += x[i].exp().cos().sin();
    }
    s
}

/// [`sum_of_compositions()`] by hand.
pub fn sum_of_compositions_by_hand(x: &[f64], dx: &mut [f64]) -> f64 {
    let mut s = 0.0;
    for (v, d) in x.iter().zip(dx) {
        let e = v.exp();
        let (sin, cos) = e.sin_cos();
        let (outer, slope) = cos.sin_cos();
        s += outer;
        *d = -slope * sin * e;
    }
    s
}

/// Σ xᵢ²
#[differentiable]
pub fn sum_of_squares(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for &v in x {
        s += v * v;
    }
    s
}

/// [`sum_of_squares()`] by hand.
pub fn sum_of_squares_by_hand(x: &[f64], dx: &mut [f64]) -> f64 {
    let mut s = 0.0;
    for (v, d) in x.iter().zip(dx) {
        s += v * v;
        *d = 2.0 * v;
    }
    s
}

/// Σ xᵢ yᵢ
#[differentiable]
pub fn dot(x: &[f64], y: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += x[i] * y[i];
    }
    s
}

/// [`dot()`] by hand.
pub fn dot_by_hand(x: &[f64], y: &[f64], dx: &mut [f64], dy: &mut [f64]) -> f64 {
    dx.copy_from_slice(y);
    dy.copy_from_slice(x);
    x.iter().zip(y).fold(0.0, |s, (a, b)| s + a * b)
}

/// Rosenbrock's function.
#[differentiable]
pub fn rosenbrock(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() - 1 {
        let a = 1.0 - x[i];
        let b = x[i + 1] - x[i] * x[i];
        s += a * a + 100.0 * b * b;
    }
    s
}

/// [`rosenbrock()`] by hand.
pub fn rosenbrock_by_hand(x: &[f64], dx: &mut [f64]) -> f64 {
    let mut s = 0.0;
    let mut carried = 0.0;
    for (pair, d) in x.windows(2).zip(dx.iter_mut()) {
        let a = 1.0 - pair[0];
        let b = pair[1] - pair[0] * pair[0];
        s += a * a + 100.0 * b * b;
        *d = carried - 2.0 * a - 400.0 * b * pair[0];
        carried = 200.0 * b;
    }
    dx[x.len() - 1] = carried;
    s
}

/// Lotka–Volterra by Euler's method; the six inputs are four rates and the initial state.
#[differentiable]
pub fn lotka_volterra(p: &[f64; 6], steps: usize) -> f64 {
    let (a, b, c, d) = (p[0], p[1], p[2], p[3]);
    let mut x = p[4];
    let mut y = p[5];
    let dt = 0.01;
    for _ in 0..steps {
        let next_x = x + dt * (a * x - b * x * y);
        let next_y = y + dt * (c * x * y - d * y);
        x = next_x;
        y = next_y;
    }
    x + y
}

/// [`lotka_volterra()`] by hand; `trajectory` is reused between calls.
pub fn lotka_volterra_by_hand(
    p: &[f64; 6],
    steps: usize,
    trajectory: &mut Vec<(f64, f64)>,
    dp: &mut [f64; 6],
) -> f64 {
    let [a, b, c, d, mut x, mut y] = *p;
    let dt = 0.01;
    trajectory.clear();
    trajectory.reserve(steps);
    for _ in 0..steps {
        trajectory.push((x, y));
        let xy = x * y;
        (x, y) = (x + dt * (a * x - b * xy), y + dt * (c * xy - d * y));
    }
    let value = x + y;
    let (mut dx, mut dy) = (1.0, 1.0);
    let (mut da, mut db, mut dc, mut dd) = (0.0, 0.0, 0.0, 0.0);
    let (grow, eaten, fed, shrink) = (1.0 + dt * a, dt * b, dt * c, 1.0 - dt * d);
    for &(x, y) in trajectory.iter().rev() {
        // The partial derivatives of a step wait for no cotangent.
        let (xx, xy) = (grow - eaten * y, eaten * x);
        let (yx, yy) = (fed * y, shrink + fed * x);
        let product = x * y;
        da += dx * x;
        db -= dx * product;
        dc += dy * product;
        dd -= dy * y;
        (dx, dy) = (dx * xx + dy * yx, dy * yy - dx * xy);
    }
    *dp = [dt * da, dt * db, dt * dc, dt * dd, dx, dy];
    value
}

/// ln Σ exp xᵢ
#[differentiable]
pub fn log_sum_exp(x: &[f64]) -> f64 {
    let mut largest = x[0];
    for &v in x {
        largest = largest.max(v);
    }
    let mut s = 0.0;
    for &v in x {
        s += (v - largest).exp();
    }
    largest + s.ln()
}

/// [`log_sum_exp()`] by hand.
pub fn log_sum_exp_by_hand(x: &[f64], dx: &mut [f64]) -> f64 {
    let largest = x.iter().fold(x[0], |m, v| m.max(*v));
    let mut s = 0.0;
    for (v, d) in x.iter().zip(dx.iter_mut()) {
        *d = (v - largest).exp();
        s += *d;
    }
    let scale = s.recip();
    dx.iter_mut().for_each(|d| *d *= scale);
    largest + s.ln()
}

/// A scalar expression of two inputs.
#[differentiable]
pub fn expression(x: f64, y: f64) -> f64 {
    (x * y).sin() + x / y
}

/// [`expression()`] by hand.
pub fn expression_by_hand(x: f64, y: f64, dx: &mut f64, dy: &mut f64) -> f64 {
    let (sin, cos) = (x * y).sin_cos();
    let ratio = x / y;
    *dx = cos * y + 1.0 / y;
    *dy = cos * x - ratio / y;
    sin + ratio
}

/// A small function, to be called.
#[differentiable]
pub fn small(x: f64, y: f64) -> f64 {
    x * y + x
}

/// A loop that calls [`small()`].
#[differentiable]
pub fn loop_of_calls(x: &[f64]) -> f64 {
    let mut s = 1.0;
    for &v in x {
        s += small(v, 0.5);
    }
    s
}

/// [`loop_of_calls()`] by hand.
pub fn loop_of_calls_by_hand(x: &[f64], dx: &mut [f64]) -> f64 {
    dx.fill(1.5);
    x.iter().fold(1.0, |s, v| s + (v * 0.5 + v))
}

/// xⁿ by recursion.
#[differentiable]
pub fn power(x: f64, n: usize) -> f64 {
    if n == 0 { 1.0 } else { x * power(x, n - 1) }
}

/// [`power()`] by hand, by recursion too: the value and the derivative come back together.
pub fn power_by_hand(x: f64, n: usize, dx: &mut f64) -> f64 {
    let (value, slope) = power_and_slope(x, n);
    *dx = slope;
    value
}

fn power_and_slope(x: f64, n: usize) -> (f64, f64) {
    if n == 0 {
        return (1.0, 0.0);
    }
    let (below, slope) = power_and_slope(x, n - 1);
    (x * below, below + x * slope)
}

/// √a by Newton's method.
#[differentiable]
pub fn newton(a: f64) -> f64 {
    let mut x = a;
    while (x * x - a).abs() > 1e-12 {
        x = 0.5 * (x + a / x);
    }
    x
}

/// [`newton()`] by hand; with one input the derivative goes along with the iterate.
pub fn newton_by_hand(a: f64, da: &mut f64) -> f64 {
    let (mut x, mut slope) = (a, 1.0);
    while (x * x - a).abs() > 1e-12 {
        let (inverse, ratio) = (1.0 / x, a / x);
        slope = 0.5 * (slope * (1.0 - ratio * inverse) + inverse);
        x = 0.5 * (x + ratio);
    }
    *da = slope;
    x
}

/// A loop with a branch that depends on the data.
#[differentiable]
pub fn branches(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for &v in x {
        if v > 0.5 {
            s += v * v;
        } else {
            s += 2.0 * v;
        }
    }
    s
}

/// [`branches()`] by hand.
pub fn branches_by_hand(x: &[f64], dx: &mut [f64]) -> f64 {
    let mut s = 0.0;
    for (v, d) in x.iter().zip(dx) {
        if *v > 0.5 {
            s += v * v;
            *d = 2.0 * v;
        } else {
            s += 2.0 * v;
            *d = 2.0;
        }
    }
    s
}
