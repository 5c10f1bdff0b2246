use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn free_energy(beta: f64, j: f64, h: f64) -> f64 {
    // fixed point m = tanh(beta (J m + h))
    let m = std::iter::successors(Some(0.5), |&m: &f64| Some((beta * (j * m + h)).tanh()))
        .nth(30)
        .unwrap();
    let ln_cosh = (beta * (j * m + h)).cosh().ln();
    0.5 * j * m * m - (ln_cosh + std::f64::consts::LN_2) / beta
}

#[test]
fn gradient_is_right() {
    let v = [0.9, 0.8, 0.1];
    let (a, b, c) = free_energy::gradient(v[0], v[1], v[2]);
    assert_grad(|v| free_energy(v[0], v[1], v[2]), &v, &[a, b, c]);
}
