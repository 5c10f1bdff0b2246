use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Params {
    a: f64,
    b: f64,
    knots: Vec<f64>,
}

#[differentiable]
fn f(p: &Params, x: f64) -> f64 {
    let basis = |k: f64| (x - k).max(0.0).powi(2);
    let smooth = p.knots.iter().map(|&k| basis(k)).sum::<f64>();
    let line = || p.a * x + p.b;
    let both = || line() * smooth;
    both() + line()
}

#[test]
fn gradient_is_right() {
    let mk = |v: &[f64]| Params {
        a: v[0],
        b: v[1],
        knots: vec![v[2], v[3]],
    };
    let v = [0.5, -0.2, 0.3, 1.5];
    let (g, dx) = f::gradient(&mk(&v), 1.0);
    assert_grad(|v| f(&mk(v), 1.0), &v, &[g.a, g.b, g.knots[0], g.knots[1]]);
    assert_grad(|x| f(&mk(&v), x[0]), &[1.0], &[dx]);
}
