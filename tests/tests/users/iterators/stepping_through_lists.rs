//! Lists given away by `into_iter`, and stepped through.

use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn evens(x: &[f64]) -> Vec<f64> {
    x.iter().step_by(2).copied().collect()
}
#[differentiable]
fn called(x: &[f64]) -> f64 {
    let mut it = evens(x).into_iter();
    let f = it.next().unwrap_or(0.0);
    f * it.sum::<f64>()
}
#[differentiable]
fn given_away(x: &[f64]) -> f64 {
    let l = evens(x);
    let mut it = l.into_iter();
    let f = it.next().unwrap_or(0.0);
    f * it.sum::<f64>()
}
#[differentiable]
fn lent(x: &[f64]) -> f64 {
    let l = evens(x);
    let mut it = l.iter();
    let f = it.next().unwrap();
    f * it.sum::<f64>()
}

#[test]
fn gradients_are_right() {
    for x in [[0.7, 1.3, 0.4]] {
        assert_grad(called, &x, &called::gradient(&x));
        assert_grad(called, &x, &called::gradient(&x));
    }
    for x in [[0.7, 1.3, 0.4]] {
        assert_grad(given_away, &x, &given_away::gradient(&x));
        assert_grad(given_away, &x, &given_away::gradient(&x));
    }
    for x in [[0.7, 1.3, 0.4]] {
        assert_grad(lent, &x, &lent::gradient(&x));
        assert_grad(lent, &x, &lent::gradient(&x));
    }
}
