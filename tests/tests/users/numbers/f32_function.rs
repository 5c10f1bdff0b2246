use pullback::differentiable;

#[differentiable]
fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

#[differentiable]
fn loss(w: &[f32], x: &[f32]) -> f32 {
    let z: f32 = w.iter().zip(x).map(|(a, b)| a * b).sum();
    -sigmoid(z).ln()
}

#[test]
fn gradient_is_right() {
    let (w, x) = ([0.5f32, -0.3], [1.0f32, 2.0]);
    let (dw, dx) = loss::gradient(&w, &x);
    let z = 0.5 - 0.6f32;
    let s = 1.0 / (1.0 + (-z).exp());
    for i in 0..2 {
        assert!((dw[i] - (s - 1.0) * x[i]).abs() < 1e-2, "{}", dw[i]);
        assert!((dx[i] - (s - 1.0) * w[i]).abs() < 1e-2, "{}", dx[i]);
    }
}
