use crate::check;
use pullback::differentiable;

/// Simpson's weights again and again, beside pairs, beside what is mapped, and in a loop.
#[differentiable]
fn weighted(x: &[f64]) -> f64 {
    let weights = [4.0, 2.0];
    let pairs: f64 = weights
        .iter()
        .cycle()
        .zip(x.iter().zip(&x[1..]))
        .map(|(w, (p, q))| w * p * q)
        .sum();
    let squares = weights
        .iter()
        .cycle()
        .zip(x.iter().filter(|v| **v > 0.0).map(|v| v * v))
        .map(|(w, s)| w * s)
        .fold(0.0, |a, b| a + b.sin());
    let mut signed = 0.0;
    for (sign, (i, v)) in [1.0, -1.0].iter().cycle().zip(x.iter().enumerate()) {
        signed += sign * v * (i as f64 + 1.0);
    }
    let own: f64 = x[..2]
        .iter()
        .cycle()
        .zip(x.iter().rev().skip(1))
        .map(|(a, b)| a * b)
        .sum();
    pairs * squares + signed * own
}

#[test]
fn gradient_is_right() {
    check(
        weighted,
        |x| weighted::gradient(x),
        &[&[0.5, 1.2, -0.7, 2.0, 1.1], &[0.3, -0.4]],
    );
}
