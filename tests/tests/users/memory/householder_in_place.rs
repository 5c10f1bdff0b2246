use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn householder(a: &mut Vec<Vec<f64>>) -> f64 {
    let (m, n) = (a.len(), a[0].len());
    let mut log_abs_det = 0.0;
    for k in 0..n.min(m - 1) {
        let norm = (k..m).map(|i| a[i][k] * a[i][k]).sum::<f64>().sqrt();
        let alpha = if a[k][k] > 0.0 { -norm } else { norm };
        let mut v: Vec<f64> = (k..m).map(|i| a[i][k]).collect();
        v[0] -= alpha;
        let vv: f64 = v.iter().map(|x| x * x).sum();
        if vv == 0.0 {
            continue;
        }
        for j in k..n {
            let proj = 2.0
                * v.iter()
                    .enumerate()
                    .map(|(i, x)| x * a[k + i][j])
                    .sum::<f64>()
                / vv;
            for (i, x) in v.iter().enumerate() {
                a[k + i][j] -= proj * x;
            }
        }
        log_abs_det += a[k][k].abs().ln();
    }
    log_abs_det
}

#[differentiable]
fn f(p: &[f64]) -> f64 {
    let mut a = vec![vec![0.0; 3]; 3];
    for (row, chunk) in a.iter_mut().zip(p.chunks(3)) {
        row.copy_from_slice(chunk);
    }
    let d = householder(&mut a);
    d + a[2][2].abs().ln() + 0.1 * a[0][1]
}

#[test]
fn gradient_is_right() {
    let p = [2.0, 0.3, -0.5, 0.7, 1.8, 0.4, -0.6, 0.2, 3.0];
    assert_grad(|p| f(p), &p, &f::gradient(&p));
}
