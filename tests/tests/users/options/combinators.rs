use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(a: Option<f64>, b: f64) -> f64 {
    let sq = a.map(|x| x * x);
    let pos = sq
        .filter(|v| *v > 0.25)
        .and_then(|v| if v < 100.0 { Some(v.sqrt() * b) } else { None });
    let other = a.or(Some(b)).unwrap();
    pos.map_or(b, |v| v + b) * other
}

#[differentiable]
fn g(a: f64, b: f64) -> f64 {
    f(Some(a), b) + f(Some(a / 10.0), b) * f(None, b)
}

#[test]
fn gradient_is_right() {
    let (a, b) = g::gradient(1.2, 0.7);
    assert_grad(|v| g(v[0], v[1]), &[1.2, 0.7], &[a, b]);
}
