use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
enum Either<A, B> {
    Left(A),
    Right(B),
}

#[differentiable]
fn pick(x: f64, y: f64) -> Either<f64, (f64, f64)> {
    if x > y {
        Either::Left(x * x)
    } else {
        Either::Right((x, y))
    }
}

#[differentiable]
fn f(x: f64, y: f64) -> f64 {
    match pick(x, y) {
        Either::Left(v) => v.sin(),
        Either::Right((a, b)) => a * b.exp(),
    }
}

#[test]
fn gradient_is_right() {
    for p in [[1.0, 0.4], [0.4, 1.0]] {
        let (a, b) = f::gradient(p[0], p[1]);
        assert_grad(|v| f(v[0], v[1]), &p, &[a, b]);
    }
}
