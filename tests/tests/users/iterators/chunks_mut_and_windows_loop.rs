use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: &[f64], cols: usize) -> f64 {
    let mut m = x.to_vec();
    for (r, row) in m.chunks_mut(cols).enumerate() {
        let norm: f64 = row.iter().map(|v| v * v).sum::<f64>().sqrt();
        for v in row {
            *v = *v / norm + r as f64;
        }
    }
    let mut jumps = 0.0;
    for pair in m.windows(2) {
        if let [a, b] = pair {
            jumps += (b - a).powi(2);
        }
    }
    for w in m.windows(3).step_by(2) {
        jumps += w[0] * w[2];
    }
    jumps
}

#[test]
fn gradient_is_right() {
    let x = [0.5, -1.2, 0.8, 2.0, 0.3, 0.9];
    assert_grad(|x| f(x, 3), &x, &f::gradient(&x, 3));
    assert_grad(|x| f(x, 2), &x, &f::gradient(&x, 2));
}
