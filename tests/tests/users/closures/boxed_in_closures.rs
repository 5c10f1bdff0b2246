use crate::check;
use pullback::differentiable;

#[differentiable]
fn apply(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let line = |a: f64| move |b: f64| a * b + a;
    let wave = |k: f64| -> Box<dyn Fn(f64) -> f64> { Box::new(move |t| k * t.sin()) };
    let fall = |k: f64| Box::new(move |t: f64| k - t * k);
    let product = |a: f64| {
        let square = a * a;
        Box::new(move |b: f64| Box::new(move |c: f64| square * b * c))
    };
    let kept = fall(x[1]);
    line(x[0])(x[1])
        + wave(x[1])(x[2])
        + fall(x[0])(x[2])
        + product(x[0])(x[1])(x[2])
        + kept(2.0) * apply(&kept, x[0])
        + apply(kept, x[2])
}

#[test]
fn gradient_is_right() {
    check(
        f,
        |x| f::gradient(x),
        &[&[0.7, 1.3, -0.4], &[-0.2, 0.5, 0.9]],
    );
}
