use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn lu_solve(a: &mut Vec<Vec<f64>>, b: &mut [f64]) -> Option<f64> {
    let n = b.len();
    let mut det = 1.0;
    for k in 0..n {
        let p = (k..n).max_by(|&i, &j| a[i][k].abs().total_cmp(&a[j][k].abs()))?;
        if a[p][k].abs() < 1e-12 {
            return None;
        }
        if p != k {
            a.swap(p, k);
            b.swap(p, k);
            det = -det;
        }
        det *= a[k][k];
        for i in k + 1..n {
            let m = a[i][k] / a[k][k];
            for j in k..n {
                a[i][j] -= m * a[k][j];
            }
            b[i] -= m * b[k];
        }
    }
    for i in (0..n).rev() {
        for j in i + 1..n {
            b[i] -= a[i][j] * b[j];
        }
        b[i] /= a[i][i];
    }
    Some(det)
}

#[differentiable]
fn objective(flat: &[f64], rhs: &[f64]) -> f64 {
    let n = rhs.len();
    let mut a: Vec<Vec<f64>> = flat.chunks(n).map(|row| row.to_vec()).collect();
    let mut x = rhs.to_vec();
    let Some(det) = lu_solve(&mut a, &mut x) else {
        return 0.0;
    };
    x.iter().map(|v| v * v).sum::<f64>() + 0.1 * det
}

#[test]
fn gradient_is_right() {
    let a = [0.1, 2.0, -1.0, 1.5, 0.3, 0.4, -0.6, 0.9, 2.2];
    let b = [1.0, -0.5, 0.8];
    let (da, db) = objective::gradient(&a, &b);
    assert_grad(|a| objective(a, &b), &a, &da);
    assert_grad(|b| objective(&a, b), &b, &db);
}
