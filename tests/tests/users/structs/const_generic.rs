use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Poly<const DEG: usize> {
    c: [f64; DEG],
}

#[differentiable]
fn eval<const DEG: usize>(p: &Poly<DEG>, x: f64) -> f64 {
    let mut acc = 0.0;
    for i in (0..DEG).rev() {
        acc = acc * x + p.c[i];
    }
    acc
}

#[differentiable]
fn composed(inner: [f64; 3], outer: [f64; 2], x: f64) -> f64 {
    let p = Poly { c: inner };
    let q = Poly::<2> { c: outer };
    eval(&q, eval(&p, x))
}

#[test]
fn gradient_is_right() {
    let v = [0.5, -1.0, 0.3, 2.0, 0.7, 1.4];
    let (di, d_o, dx) = composed::gradient([0.5, -1.0, 0.3], [2.0, 0.7], 1.4);
    assert_grad(
        |v| composed([v[0], v[1], v[2]], [v[3], v[4]], v[5]),
        &v,
        &[di[0], di[1], di[2], d_o[0], d_o[1], dx],
    );
}
