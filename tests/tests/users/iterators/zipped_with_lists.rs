//! Iterators zipped with lists that are written where they are used.

use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn weights(v: &[f64]) -> f64 {
    let doubled: Vec<f64> = v.iter().map(|x| x * 2.0).collect();
    let by_value: f64 = doubled
        .iter()
        .zip([0.5, -1.0, 2.0])
        .map(|(a, w)| a * a * w)
        .sum();
    let by_reference: f64 = v
        .iter()
        .zip(&[0.5, -1.0, 2.0])
        .map(|(a, w)| a.sin() * w)
        .sum();
    let borrowed: f64 = v
        .iter()
        .zip([1.0, 0.3, 0.1].iter())
        .map(|(a, w)| a * w)
        .product();
    by_value * by_reference + borrowed
}

#[differentiable]
fn of_values(v: &[f64]) -> f64 {
    let mut s = 0.0;
    for (x, w) in v.iter().zip(vec![v[0], 2.0, v[1] * v[2]]) {
        s += x * w;
    }
    for ((a, b), i) in v.iter().zip([0.1, v[0], 0.3]).zip(0..) {
        s += a * b * i as f64;
    }
    s
}

#[differentiable]
fn nested(v: &[f64]) -> f64 {
    let rows: Vec<f64> = v
        .iter()
        .zip([v[1], v[0], 1.0])
        .zip(&[1.0, 2.0, 3.0])
        .map(|((a, b), c)| a * b * c)
        .collect();
    let inner = |x: f64| {
        v.iter()
            .zip([x * 2.0, 1.0, 0.0])
            .fold(0.0, |s, (a, b)| s + a * b)
    };
    rows.iter().sum::<f64>() + v.iter().map(|x| inner(*x)).sum::<f64>()
}

#[test]
fn gradients_are_right() {
    for x in [[0.3, 0.9, 0.7], [1.2, -0.4, 2.1]] {
        assert_grad(weights, &x, &weights::gradient(&x));
        assert_grad(of_values, &x, &of_values::gradient(&x));
        assert_grad(nested, &x, &nested::gradient(&x));
    }
}

struct Rule {
    nodes: [f64; 3],
    weights: [f64; 3],
}

const GAUSS: Rule = Rule {
    nodes: [-0.774_596_669_241_483_4, 0.0, 0.774_596_669_241_483_4],
    weights: [5.0 / 9.0, 8.0 / 9.0, 5.0 / 9.0],
};

#[differentiable]
fn integral<F>(f: F, (a, b): (f64, f64), panels: u16) -> f64
where
    F: Fn(f64) -> f64,
{
    let h = (b - a) / f64::from(panels);
    let panel = |k: u16| {
        let mid = a + (f64::from(k) + 0.5) * h;
        let values = GAUSS.nodes.iter().zip(GAUSS.weights);
        values.map(|(t, w)| w * f(mid + 0.5 * h * t)).sum::<f64>() * 0.5 * h
    };
    (0..panels).map(panel).sum()
}

#[differentiable]
fn bell(x: &[f64]) -> f64 {
    let (mean, sd) = (x[0], x[1]);
    integral(
        |t| (-(t - mean).powi(2) / (2.0 * sd * sd)).exp(),
        (0.0, x[2]),
        4,
    )
}

#[test]
fn fields_of_a_constant() {
    let x = [0.3, 0.8, 1.7];
    assert_grad(bell, &x, &bell::gradient(&x));
}
