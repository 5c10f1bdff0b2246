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

#[test]
fn gradients_are_right() {
    for x in [0.3, 1.2, -0.7] {
        assert_grad(|x| after(x[0]), &[x], &[after::gradient(x)]);
        assert_grad(|x| before(x[0]), &[x], &[before::gradient(x)]);
    }
}
