use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn sigmoid(z: f64) -> f64 {
    1.0 / (1.0 + (-z).exp())
}

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[differentiable]
fn neg_log_likelihood(w: &[f64], data: &[(Vec<f64>, bool)], lambda: f64) -> f64 {
    let fit: f64 = data
        .iter()
        .map(|(x, label)| {
            let p = sigmoid(dot(w, x));
            if *label { -p.ln() } else { -(1.0 - p).ln() }
        })
        .sum();
    let penalty: f64 = w.iter().skip(1).map(|w| w.powi(2)).sum();
    fit / data.len() as f64 + 0.5 * lambda * penalty
}

#[test]
fn gradient_is_right() {
    let data = vec![
        (vec![1.0, 0.5, -0.2], true),
        (vec![1.0, -1.5, 0.7], false),
        (vec![1.0, 0.1, 0.9], true),
    ];
    let w = [0.1, -0.4, 0.8];
    let (v, (dw, _, dl)) = neg_log_likelihood::value_and_gradient(&w, &data, 0.3);
    assert_eq!(v, neg_log_likelihood(&w, &data, 0.3));
    assert_grad(|w| neg_log_likelihood(w, &data, 0.3), &w, &dw);
    assert_grad(|l| neg_log_likelihood(&w, &data, l[0]), &[0.3], &[dl]);
}
