use crate::assert_grad;
use pullback::differentiable;

/// Weights written in a text, and the sample that stands where the text says.
#[differentiable]
fn weighted(x: &[f64], text: &str, n: usize) -> f64 {
    let weight: f64 = text.trim().parse().unwrap();
    let digits = text.trim().len();
    let positive = match x.iter().filter(|v| **v > 0.0).nth(n) {
        Some(v) => v * 2.0,
        None => x[0] * x[1],
    };
    let back = x.iter().rev().nth(0).copied().unwrap_or(0.0);
    let mut items = x.iter();
    let third = items.nth(2).unwrap();
    let damped = std::iter::successors(Some(*third), |v| Some(0.5 * v.sin()))
        .nth(digits)
        .unwrap();
    weight * positive + back * damped
}

#[test]
fn gradient_is_right() {
    let p = [0.3, -0.4, 1.1, 0.6];
    assert_grad(
        |p| weighted(p, " 2.5", 1),
        &p,
        &weighted::gradient(&p, " 2.5", 1),
    );
    let p = [0.3, -0.4, 1.1, 0.6];
    assert_grad(|p| weighted(p, "3", 7), &p, &weighted::gradient(&p, "3", 7));
}
