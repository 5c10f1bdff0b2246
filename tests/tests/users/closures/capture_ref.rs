use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn weighted(w: &[f64], x: &[f64], bias: f64) -> f64 {
    let neuron = |scale: f64| {
        let mut s = bias;
        for i in 0..w.len() {
            s += w[i] * x[i] * scale;
        }
        s.tanh()
    };
    neuron(1.0) - neuron(0.5) * neuron(2.0)
}

#[test]
fn gradient_is_right() {
    let (w, x) = ([0.3, -0.8], [1.0, 0.4]);
    let (dw, dx, db) = weighted::gradient(&w, &x, 0.2);
    assert_grad(|w| weighted(w, &x, 0.2), &w, &dw);
    assert_grad(|x| weighted(&w, x, 0.2), &x, &dx);
    assert_grad(|b| weighted(&w, &x, b[0]), &[0.2], &[db]);
}
