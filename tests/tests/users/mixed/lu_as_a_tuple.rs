use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn lu(mut a: Vec<Vec<f64>>) -> (Vec<Vec<f64>>, Vec<usize>, f64) {
    let n = a.len();
    let mut perm: Vec<usize> = (0..n).collect();
    let mut sign = 1.0;
    for k in 0..n {
        let pivot = (k..n)
            .max_by(|&i, &j| a[i][k].abs().total_cmp(&a[j][k].abs()))
            .unwrap();
        if pivot != k {
            a.swap(pivot, k);
            perm.swap(pivot, k);
            sign = -sign;
        }
        for i in k + 1..n {
            a[i][k] /= a[k][k];
            for j in k + 1..n {
                a[i][j] -= a[i][k] * a[k][j];
            }
        }
    }
    (a, perm, sign)
}

#[differentiable]
fn solve_first(p: &[f64], rhs: &[f64]) -> f64 {
    let n = rhs.len();
    let a = p.chunks(n).map(|r| r.to_vec()).collect::<Vec<Vec<f64>>>();
    let (f, perm, sign) = lu(a);
    let mut x: Vec<f64> = perm.iter().map(|&i| rhs[i]).collect();
    for i in 0..n {
        for j in 0..i {
            x[i] = x[i] - f[i][j] * x[j];
        }
    }
    for i in (0..n).rev() {
        for j in i + 1..n {
            x[i] -= f[i][j] * x[j];
        }
        x[i] /= f[i][i];
    }
    let det = sign * (0..n).map(|i| f[i][i]).product::<f64>();
    x[0] + 0.1 * det
}

#[test]
fn gradient_is_right() {
    let (a, b) = (
        [0.1, 2.0, 0.3, 1.5, 0.2, -0.4, 0.6, -0.3, 1.1],
        [1.0, -0.5, 2.0],
    );
    let (da, db) = solve_first::gradient(&a, &b);
    assert_grad(|a| solve_first(a, &b), &a, &da);
    assert_grad(|b| solve_first(&a, b), &b, &db);
}
