use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn split_half(v: &[f64]) -> (&[f64], &[f64]) {
    v.split_at(v.len() / 2)
}

#[differentiable]
fn elbo(encoded: &[f64], decoder: &[f64], #[constant] noise: &[f64], #[constant] x: &[f64]) -> f64 {
    let (mu, log_var) = encoded.split_at(encoded.len() / 2);
    let z: Vec<f64> = mu
        .iter()
        .zip(log_var)
        .zip(noise)
        .map(|((m, lv), e)| m + (0.5 * lv).exp() * e)
        .collect();
    let recon: f64 = x
        .iter()
        .enumerate()
        .map(|(i, xi)| {
            let logit: f64 = z
                .iter()
                .enumerate()
                .map(|(j, zj)| decoder[i * z.len() + j] * zj)
                .sum();
            // bernoulli log likelihood
            xi * logit - (1.0 + logit.exp()).ln()
        })
        .sum();
    let kl = 0.5
        * mu.iter()
            .zip(log_var)
            .map(|(m, lv)| m * m + lv.exp() - lv - 1.0)
            .sum::<f64>();
    recon - kl
}

#[test]
fn gradient_is_right() {
    let (e, d) = ([0.3, -0.2, 0.1, -0.5], [0.7, -0.3, 0.2, 0.8, -0.9, 0.4]);
    let (n, x) = ([0.6, -1.1], [1.0, 0.0, 1.0]);
    let (de, dd) = elbo::gradient(&e, &d, &n, &x);
    assert_grad(|e| elbo(e, &d, &n, &x), &e, &de);
    assert_grad(|d| elbo(&e, d, &n, &x), &d, &dd);
}

#[differentiable]
fn halves(v: &[f64], early: bool) -> f64 {
    let (a, b) = if early { v.split_at(1) } else { split_half(v) };
    let both = v.split_at(2);
    a[0] * b[0] + both.0[0] * both.1[1] + v.split_at(3).1[0]
}

#[test]
fn parts_are_values() {
    let v = [0.3, -0.2, 0.1, -0.5];
    for early in [true, false] {
        assert_grad(|v| halves(v, early), &v, &halves::gradient(&v, early));
    }
}
