use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn soft_min(values: &[f64; 3], gamma: f64) -> f64 {
    let m = values.iter().copied().fold(f64::INFINITY, f64::min);
    m - gamma
        * values
            .iter()
            .map(|v| (-(v - m) / gamma).exp())
            .sum::<f64>()
            .ln()
}

#[differentiable]
fn soft_dtw(a: &[f64], b: &[f64], gamma: f64) -> f64 {
    const BIG: f64 = 1e6;
    let (n, m) = (a.len(), b.len());
    let mut r = vec![vec![BIG; m + 1]; n + 1];
    r[0][0] = 0.0;
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            let cost = (x - y).powi(2);
            r[i + 1][j + 1] = cost + soft_min(&[r[i][j], r[i][j + 1], r[i + 1][j]], gamma);
        }
    }
    r[n][m]
}

#[test]
fn gradient_is_right() {
    let (a, b) = ([0.1, 0.9, -0.4], [0.2, 0.5, 0.3, -0.6]);
    let (da, db, dg) = soft_dtw::gradient(&a, &b, 0.5);
    assert_grad(|a| soft_dtw(a, &b, 0.5), &a, &da);
    assert_grad(|b| soft_dtw(&a, b, 0.5), &b, &db);
    assert_grad(|g| soft_dtw(&a, &b, g[0]), &[0.5], &[dg]);
}
