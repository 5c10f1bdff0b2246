use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn improve<F>(g: F, mut x: f64, iters: usize) -> f64
where
    F: Fn(f64) -> (f64, f64),
{
    for _ in 0..iters {
        let (v, d) = g(x);
        x -= v / d;
    }
    x
}

#[differentiable]
fn kepler(mean_anomaly: f64, ecc: f64) -> f64 {
    let e = improve(
        |e| {
            let value = e - ecc * e.sin() - mean_anomaly;
            let slope = 1.0 - ecc * e.cos();
            (value, slope)
        },
        mean_anomaly,
        8,
    );
    e.cos()
}

#[test]
fn gradient_is_right() {
    let (a, b) = kepler::gradient(1.1, 0.3);
    assert_grad(|v| kepler(v[0], v[1]), &[1.1, 0.3], &[a, b]);
}
