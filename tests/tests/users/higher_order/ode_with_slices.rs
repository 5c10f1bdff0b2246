use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn euler(rhs: impl Fn(f64, &[f64]) -> Vec<f64>, y0: &[f64], t1: f64, n: usize) -> Vec<f64> {
    let h = t1 / n as f64;
    let mut y = y0.to_vec();
    for i in 0..n {
        let dy = rhs(i as f64 * h, &y);
        for (y, d) in y.iter_mut().zip(&dy) {
            *y += h * d;
        }
    }
    y
}

#[differentiable]
fn lotka(p: &[f64; 4], y0: &[f64]) -> f64 {
    let [a, b, c, d] = *p;
    let end = euler(
        |_t, y| vec![a * y[0] - b * y[0] * y[1], d * y[0] * y[1] - c * y[1]],
        y0,
        1.5,
        15,
    );
    end[0] + 2.0 * end[1]
}

#[test]
fn gradient_is_right() {
    let p = [1.1, 0.4, 0.4, 0.1];
    let y = [2.0, 1.0];
    let (dp, dy) = lotka::gradient(&p, &y);
    assert_grad(|v| lotka(&[v[0], v[1], v[2], v[3]], &y), &p, &dp);
    assert_grad(|y| lotka(&p, y), &y, &dy);
}
