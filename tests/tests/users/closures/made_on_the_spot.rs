use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn compose(f: impl Fn(f64) -> f64, g: impl Fn(f64) -> f64) -> impl Fn(f64) -> f64 {
    move |x| g(f(x))
}

#[differentiable]
fn integrate<F: Fn(f64) -> f64>(f: &F, a: f64, b: f64) -> f64 {
    let h = (b - a) / 4.0;
    (0..4).map(|i| f(a + (i as f64 + 0.5) * h)).sum::<f64>() * h
}

#[differentiable]
fn curried(a: f64, b: f64, x: f64) -> f64 {
    let muladd = |p: f64| move |q: f64| move |r: f64| p * q + r;
    let scaled = muladd(a);
    let shifted = scaled(b);
    muladd(a)(b)(x) * shifted(a)
}

#[differentiable]
fn composed(a: f64, b: f64, x: f64) -> f64 {
    let scale = |k: f64| move |v: f64| k * v;
    let h = compose(scale(a), scale(b));
    let g = compose(scale(2.0), f64::sin);
    h(x) + g(x)
}

#[differentiable]
fn integrated(mu: f64, width: f64, b: f64) -> f64 {
    let gauss = |mu: f64, width: f64| {
        let norm = 1.0 / (width * 2.5);
        move |x: f64| norm * (-(x - mu).powi(2) / (2.0 * width * width)).exp()
    };
    let power = |n: i32| move |x: f64| x.powi(n);
    let mut s = 0.0;
    for i in 0..3 {
        s += integrate(&gauss(mu, width + i as f64), 0.0, b) * integrate(&power(i), mu, b);
    }
    s + integrate(
        &{
            let k = mu * b;
            move |x| k * x
        },
        0.0,
        width,
    )
}

#[test]
fn gradient_is_right() {
    for p in [[0.3, 0.9, 1.4], [-0.7, 1.2, 0.4]] {
        for _ in 0..2 {
            let (a, b, x) = curried::gradient(p[0], p[1], p[2]);
            assert_grad(|v| curried(v[0], v[1], v[2]), &p, &[a, b, x]);
            let (a, b, x) = composed::gradient(p[0], p[1], p[2]);
            assert_grad(|v| composed(v[0], v[1], v[2]), &p, &[a, b, x]);
            let (a, b, x) = integrated::gradient(p[0], p[1], p[2]);
            assert_grad(|v| integrated(v[0], v[1], v[2]), &p, &[a, b, x]);
        }
    }
}
