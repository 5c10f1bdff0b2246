use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn project_simplex(v: &[f64]) -> Vec<f64> {
    let mut u = v.to_vec();
    u.sort_by(|a, b| b.total_cmp(a));
    let mut cumulative = 0.0;
    let mut theta = 0.0;
    for (i, &ui) in u.iter().enumerate() {
        cumulative += ui;
        let t = (cumulative - 1.0) / (i + 1) as f64;
        if ui - t > 0.0 {
            theta = t;
        }
    }
    v.iter().map(|x| (x - theta).max(0.0)).collect()
}

#[differentiable]
fn allocation_value(v: &[f64], #[constant] prices: &[f64]) -> f64 {
    project_simplex(v)
        .into_iter()
        .zip(prices)
        .map(|(w, p)| (1.0 + w * p).ln())
        .sum()
}

#[test]
fn gradient_is_right() {
    let p = [0.9, 0.2, -0.5, 0.6];
    assert_grad(
        |p| allocation_value(p, &[1.0, 2.0, 3.0, 0.5]),
        &p,
        &allocation_value::gradient(&p, &[1.0, 2.0, 3.0, 0.5]),
    );
}
