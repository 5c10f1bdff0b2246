use crate::assert_grad;
use pullback::differentiable;

/// soft dynamic time warping
#[differentiable]
fn soft_dtw(a: &[f64], b: &[f64], gamma: f64) -> f64 {
    let (n, m) = (a.len(), b.len());
    let mut r = vec![vec![1e6; m + 1]; n + 1];
    r[0][0] = 0.0;
    for i in 1..=n {
        for j in 1..=m {
            let d = (a[i - 1] - b[j - 1]).powi(2);
            let options = [r[i - 1][j], r[i][j - 1], r[i - 1][j - 1]];
            let lo = options.iter().copied().fold(f64::INFINITY, f64::min);
            let z: f64 = options.iter().map(|o| (-(o - lo) / gamma).exp()).sum();
            r[i][j] = d + lo - gamma * z.ln();
        }
    }
    r[n][m]
}

#[test]
fn gradient_is_right() {
    let (a, b) = ([0.3, 1.0, 0.2], [0.8, 0.5]);
    let (da, db, dg) = soft_dtw::gradient(&a, &b, 0.7);
    assert_grad(|v| soft_dtw(v, &b, 0.7), &a, &da);
    assert_grad(|v| soft_dtw(&a, v, 0.7), &b, &db);
    assert_grad(|g| soft_dtw(&a, &b, g[0]), &[0.7], &[dg]);
}
