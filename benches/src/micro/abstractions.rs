//! The same computation in one loop and through calls, methods or iterators.

use pullback::{Differentiable, differentiable};

#[differentiable]
fn parabola(v: f64) -> f64 {
    v * v - 0.5 * v
}

#[differentiable]
fn cubic(v: f64) -> f64 {
    parabola(v + 1.0) * v
}

#[differentiable]
fn sextic(v: f64) -> f64 {
    cubic(v * v) + v
}

/// Σ p(xᵢ) with a polynomial of three functions, each calling the next.
#[differentiable]
pub fn sum_of_calls_three_deep(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for &v in x {
        s += sextic(v);
    }
    s
}

/// [`sum_of_calls_three_deep()`] in one function.
#[differentiable]
pub fn sum_of_polynomials(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for &v in x {
        let square = v * v;
        let shifted = square + 1.0;
        s += (shifted * shifted - 0.5 * shifted) * square + v;
    }
    s
}

/// [`sum_of_polynomials()`] by hand.
pub fn sum_of_polynomials_by_hand(x: &[f64], dx: &mut [f64]) -> f64 {
    let mut s = 0.0;
    for (&v, d) in x.iter().zip(dx) {
        let square = v * v;
        let shifted = square + 1.0;
        let parabola = shifted * shifted - 0.5 * shifted;
        s += parabola * square + v;
        let by_square = (2.0 * shifted - 0.5) * square + parabola;
        *d = 2.0 * by_square * v + 1.0;
    }
    s
}

/// A sum that grows.
#[derive(Clone, Copy, Debug, Default, Differentiable)]
pub struct Total {
    sum: f64,
}

#[differentiable]
impl Total {
    /// Adds the square of a number.
    pub fn add_square(&mut self, v: f64) {
        self.sum += v * v;
    }

    /// The sum so far.
    pub fn value(&self) -> f64 {
        self.sum
    }
}

/// [`sum_of_squares()`](super::sum_of_squares()) through a type and its methods.
#[differentiable]
pub fn sum_of_squares_by_methods(x: &[f64]) -> f64 {
    let mut total = Total { sum: 0.0 };
    for &v in x {
        total.add_square(v);
    }
    total.value()
}

/// [`sum_of_squares()`](super::sum_of_squares()) as a chain of iterators.
#[differentiable]
pub fn sum_of_squares_by_iterators(x: &[f64]) -> f64 {
    x.iter().map(|v| v * v).sum()
}
