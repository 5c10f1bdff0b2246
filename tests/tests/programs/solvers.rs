//! Direct and iterative solvers of linear systems.

use pullback::differentiable;
use pullback_tests::{check, check_in_place, check_vjp};

#[differentiable]
fn solve_lower(l: &[f64], b: &[f64]) -> Vec<f64> {
    let n = b.len();
    let mut x = b.to_vec();
    for i in 0..n {
        for j in 0..i {
            x[i] -= l[i * n + j] * x[j];
        }
        x[i] /= l[i * n + i];
    }
    x
}
check_vjp!(
    solve_lower_checks,
    solve_lower(
        &[2.0, 0.0, 0.0, 1.0, 3.0, 0.0, 0.5, 0.2, 4.0],
        &[1.0, 2.0, 3.0]
    )
);

#[differentiable]
fn gaussian_elimination(a: &[[f64; 3]; 3], b: &[f64; 3]) -> [f64; 3] {
    let mut m = *a;
    let mut x = *b;
    for k in 0..3 {
        for i in k + 1..3 {
            let f = m[i][k] / m[k][k];
            for j in k..3 {
                m[i][j] -= f * m[k][j];
            }
            x[i] -= f * x[k];
        }
    }
    for i in (0..3).rev() {
        for j in i + 1..3 {
            x[i] -= m[i][j] * x[j];
        }
        x[i] /= m[i][i];
    }
    x
}
check_vjp!(
    gaussian_elimination_checks,
    gaussian_elimination(
        &[[4.0, 1.0, 0.5], [1.0, 3.0, 0.2], [0.5, 0.2, 2.0]],
        &[1.0, 2.0, 3.0]
    ),
);

#[differentiable]
fn thomas(a: &[f64], b: &[f64], c: &[f64], d: &[f64]) -> Vec<f64> {
    let n = d.len();
    let mut cp = vec![0.0; n];
    let mut dp = vec![0.0; n];
    cp[0] = c[0] / b[0];
    dp[0] = d[0] / b[0];
    for i in 1..n {
        let m = b[i] - a[i] * cp[i - 1];
        cp[i] = c[i] / m;
        dp[i] = (d[i] - a[i] * dp[i - 1]) / m;
    }
    let mut x = vec![0.0; n];
    x[n - 1] = dp[n - 1];
    for i in (0..n - 1).rev() {
        x[i] = dp[i] - cp[i] * x[i + 1];
    }
    x
}
check_vjp!(
    thomas_checks,
    thomas(
        &[0.0, 1.0, 0.5, 0.2],
        &[4.0, 3.0, 5.0, 2.0],
        &[1.0, 0.3, 0.1, 0.0],
        &[1.0, 2.0, 3.0, 4.0]
    ),
);

#[differentiable]
fn gauss_seidel(a: &[f64], b: &[f64], x: &mut [f64], sweeps: usize) {
    let n = b.len();
    for _ in 0..sweeps {
        for i in 0..n {
            let mut s = b[i];
            for j in 0..n {
                if j != i {
                    s -= a[i * n + j] * x[j];
                }
            }
            x[i] = s / a[i * n + i];
        }
    }
}
check_in_place!(
    gauss_seidel_checks,
    gauss_seidel(
        &[4.0, 1.0, 0.5, 3.0],
        &[1.0, 2.0],
        &mut vec![0.1, 0.2],
        fixed(3)
    ),
);

#[differentiable]
fn jacobi_2d(grid: &[f64], nx: usize, ny: usize, sweeps: usize) -> f64 {
    let mut u = grid.to_vec();
    for _ in 0..sweeps {
        let old = u.clone();
        for i in 1..nx - 1 {
            for j in 1..ny - 1 {
                u[i * ny + j] = 0.25
                    * (old[(i - 1) * ny + j]
                        + old[(i + 1) * ny + j]
                        + old[i * ny + j - 1]
                        + old[i * ny + j + 1]);
            }
        }
    }
    let mut s = 0.0;
    for v in u.iter() {
        s += v * v;
    }
    s
}
check!(
    jacobi_2d_checks,
    jacobi_2d(
        &[1.0, 2.0, 3.0, 4.0, 0.5, 0.6, 0.7, 0.8, 2.0, 1.0, 0.0, -1.0],
        fixed(3),
        fixed(4),
        fixed(2)
    ),
);
