use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn cholesky(a: &mut [f64], n: usize) {
    for j in 0..n {
        let mut d = a[j * n + j];
        for k in 0..j {
            d -= a[j * n + k] * a[j * n + k];
        }
        let d = d.sqrt();
        a[j * n + j] = d;
        for i in j + 1..n {
            let mut s = a[i * n + j];
            for k in 0..j {
                s -= a[i * n + k] * a[j * n + k];
            }
            a[i * n + j] = s / d;
        }
    }
}

#[differentiable]
fn solve_norm(a: &[f64], b: &[f64]) -> f64 {
    let n = b.len();
    let mut l = a.to_vec();
    cholesky(&mut l, n);
    let mut y = b.to_vec();
    for i in 0..n {
        for k in 0..i {
            y[i] -= l[i * n + k] * y[k];
        }
        y[i] /= l[i * n + i];
    }
    y.iter().map(|v| v * v).sum::<f64>() + (0..n).map(|i| l[i * n + i].ln()).sum::<f64>()
}

#[test]
fn gradient_is_right() {
    let a = [2.0, 0.3, 0.1, 0.3, 1.5, -0.2, 0.1, -0.2, 1.0];
    let b = [0.4, -1.0, 0.7];
    let (da, db) = solve_norm::gradient(&a, &b);
    assert_grad(|v| solve_norm(v, &b), &a, &da);
    assert_grad(|v| solve_norm(&a, v), &b, &db);
}
