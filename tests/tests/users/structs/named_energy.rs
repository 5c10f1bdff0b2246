use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Spring {
    k: f64,
    rest: f64,
}

#[differentiable]
fn energy(s: &Spring, x: f64) -> f64 {
    0.5 * s.k * (x - s.rest).powi(2)
}

#[differentiable]
fn total(k: f64, rest: f64, xs: &[f64]) -> f64 {
    let s = Spring { k, rest };
    let mut e = 0.0;
    for &x in xs {
        e += energy(&s, x);
    }
    e
}

#[test]
fn gradient_is_right() {
    let xs = [0.3, 1.7, 2.2];
    let (dk, dr, dx) = total::gradient(2.0, 1.0, &xs);
    assert_grad(|v| total(v[0], v[1], &xs), &[2.0, 1.0], &[dk, dr]);
    assert_grad(|x| total(2.0, 1.0, x), &xs, &dx);
    let s = Spring { k: 2.0, rest: 1.0 };
    let (ds, dx) = energy::gradient(&s, 1.7);
    assert_grad(
        |v| {
            energy(
                &Spring {
                    k: v[0],
                    rest: v[1],
                },
                v[2],
            )
        },
        &[2.0, 1.0, 1.7],
        &[ds.k, ds.rest, dx],
    );
}
