use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn spread(x: &[f64]) -> f64 {
    let hi = x.iter().copied().max_by(|a, b| a.total_cmp(b)).unwrap();
    let lo = x.iter().min_by(|a, b| a.total_cmp(b)).unwrap();
    hi - lo
}

#[differentiable]
fn f(x: &[f64], y: &[f64]) -> f64 {
    let (i, best) = x
        .iter()
        .enumerate()
        .max_by(|(_, a), (_, b)| a.abs().total_cmp(&b.abs()))
        .expect("not empty");
    let nearest = y
        .iter()
        .map(|v| (v - best).abs())
        .min_by(f64::total_cmp)
        .unwrap_or(0.0);
    spread(x) * y[i] + nearest.sqrt()
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum Action {
    Hold,
    Sell,
}

#[differentiable]
fn worth(action: Action, x: &[f64]) -> f64 {
    match action {
        Action::Hold => x[0] * x[1],
        Action::Sell => x[2].sin(),
    }
}

/// The best of pairs whose first parts are no numbers.
#[differentiable]
fn best(x: &[f64]) -> f64 {
    let actions = [Action::Hold, Action::Sell];
    let (action, value) = actions
        .iter()
        .map(|&action| (action, worth(action, x)))
        .max_by(|(_, a), (_, b)| a.partial_cmp(b).unwrap())
        .unwrap();
    value * if action == Action::Hold { x[2] } else { 1.0 }
}

#[test]
fn gradient_is_right() {
    let (x, y) = ([0.7, -2.3, 1.5], [0.2, 0.9, -1.4]);
    let (dx, dy) = f::gradient(&x, &y);
    assert_grad(|v| f(v, &y), &x, &dx);
    assert_grad(|v| f(&x, v), &y, &dy);
    for x in [[0.7, 2.3, 1.5], [0.7, 0.3, 1.5]] {
        assert_grad(best, &x, &best::gradient(&x));
    }
}
