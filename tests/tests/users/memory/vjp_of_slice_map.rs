use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn normalize(x: &mut [f64], eps: f64) {
    let norm = (x.iter().map(|v| v * v).sum::<f64>() + eps).sqrt();
    for v in x.iter_mut() {
        *v /= norm;
    }
}

#[differentiable]
fn dot(x: &[f64], w: &[f64], eps: f64) -> f64 {
    let mut y = x.to_vec();
    normalize(&mut y, eps);
    y.iter().zip(w).map(|(a, b)| a * b).sum()
}

#[test]
fn gradient_is_right() {
    let (x, w) = ([0.5, 1.2, -0.3], [1.0, 0.2, 0.7]);
    let (v, (dx, dw, de)) = dot::value_and_gradient(&x, &w, 0.1);
    assert!((v - dot(&x, &w, 0.1)).abs() < 1e-15);
    assert_grad(|v| dot(v, &w, 0.1), &x, &dx);
    assert_grad(|v| dot(&x, v, 0.1), &w, &dw);
    assert_grad(|e| dot(&x, &w, e[0]), &[0.1], &[de]);
}
