use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn area(r: f64) -> f64 {
    r * r * 3.0
}

#[differentiable]
fn scaled(x: f64, area: f64) -> f64 {
    area * x
}

#[differentiable]
fn after(x: f64) -> f64 {
    let area = area(x);
    let scaled = scaled(area, x);
    let square = |v: f64| v * v;
    let square = square(scaled);
    square + area
}

#[differentiable]
fn before(x: f64) -> f64 {
    let t = {
        let area = x * 2.0;
        area * area
    };
    area(t)
}

#[differentiable]
fn item(x: f64, k: usize) -> f64 {
    x * k as f64
}

#[differentiable]
fn apply(f: impl Fn(f64, usize) -> f64, x: f64, k: usize) -> f64 {
    f(x, k) + f(x * x, 1)
}

/// Loops over iterators have variables of their own.
#[differentiable]
fn passed(w: &[f64]) -> f64 {
    let k = w.iter().position(|v| *v > 0.4);
    apply(item, w[0], 2) + k.map_or(w[1], |k| w[k] * w[0])
}

#[test]
fn gradients_are_right() {
    for w in [[0.3, 0.6], [0.3, 0.2]] {
        assert_grad(passed, &w, &passed::gradient(&w));
    }
    for x in [0.3, 1.2, -0.7] {
        assert_grad(|x| after(x[0]), &[x], &[after::gradient(x)]);
        assert_grad(|x| before(x[0]), &[x], &[before::gradient(x)]);
    }
}
