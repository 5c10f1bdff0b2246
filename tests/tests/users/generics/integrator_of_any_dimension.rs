use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn add_scaled<const N: usize>(a: &[f64; N], b: &[f64; N], s: f64) -> [f64; N] {
    std::array::from_fn(|i| a[i] + s * b[i])
}
#[differentiable]
fn rk4<const N: usize, F>(f: F, y: [f64; N], h: f64) -> [f64; N]
where
    F: Fn(&[f64; N]) -> [f64; N],
{
    let k1 = f(&y);
    let k2 = f(&add_scaled(&y, &k1, h / 2.0));
    let k3 = f(&add_scaled(&y, &k2, h / 2.0));
    let k4 = f(&add_scaled(&y, &k3, h));
    std::array::from_fn(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]))
}
#[differentiable]
fn lorenz(p: &[f64], start: [f64; 3]) -> f64 {
    let (sigma, rho, beta) = (p[0], p[1], p[2]);
    let mut y = start;
    for _ in 0..4 {
        y = rk4(
            |s: &[f64; 3]| {
                [
                    sigma * (s[1] - s[0]),
                    s[0] * (rho - s[2]) - s[1],
                    s[0] * s[1] - beta * s[2],
                ]
            },
            y,
            0.02,
        );
    }
    y[0] + y[1] * y[2]
}
#[test]
fn gradient_is_right() {
    let p = [10.0, 28.0, 2.6];
    let (dp, ds) = lorenz::gradient(&p, [1.0, 1.2, 0.8]);
    assert_grad(|p| lorenz(p, [1.0, 1.2, 0.8]), &p, &dp);
    assert_grad(|s| lorenz(&p, [s[0], s[1], s[2]]), &[1.0, 1.2, 0.8], &ds);
}
