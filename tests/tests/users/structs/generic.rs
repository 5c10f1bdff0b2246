use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Pair<T> {
    first: T,
    second: T,
}

#[differentiable]
fn scalar_pair(p: Pair<f64>) -> f64 {
    p.first * p.second.exp()
}

#[differentiable]
fn pair_of_pairs(a: f64, b: f64, c: f64) -> f64 {
    let p = Pair {
        first: Pair {
            first: a,
            second: b,
        },
        second: Pair {
            first: b * c,
            second: c,
        },
    };
    scalar_pair(p.first) + p.second.first.sin() * p.second.second
}

#[test]
fn gradient_is_right() {
    let (a, b, c) = pair_of_pairs::gradient(0.4, 0.9, -1.1);
    assert_grad(
        |v| pair_of_pairs(v[0], v[1], v[2]),
        &[0.4, 0.9, -1.1],
        &[a, b, c],
    );
    let g = scalar_pair::gradient(Pair {
        first: 2.0,
        second: 0.0,
    });
    assert!((g.first - 1.0).abs() < 1e-12 && (g.second - 2.0).abs() < 1e-12);
}
