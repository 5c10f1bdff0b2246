//! Dense and banded linear algebra as in the textbooks.

use pullback::differentiable;
use pullback_tests::{check, check_in_place, check_vjp};

#[differentiable]
fn matvec(a: &[f64], x: &[f64], rows: usize) -> Vec<f64> {
    let cols = x.len();
    let mut y = vec![0.0; rows];
    for i in 0..rows {
        for j in 0..cols {
            y[i] += a[i * cols + j] * x[j];
        }
    }
    y
}
check_vjp!(
    matvec_checks,
    matvec(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], &[0.5, -1.0, 2.0], fixed(2))
);

#[differentiable]
fn matmul(a: &Vec<Vec<f64>>, b: &Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let (n, m, p) = (a.len(), b.len(), b[0].len());
    let mut c = vec![vec![0.0; p]; n];
    for i in 0..n {
        for j in 0..p {
            let mut s = 0.0;
            for k in 0..m {
                s += a[i][k] * b[k][j];
            }
            c[i][j] = s;
        }
    }
    c
}
check_vjp!(
    matmul_checks,
    matmul(
        &vec![vec![1.0, 2.0], vec![3.0, 4.0], vec![5.0, 6.0]],
        &vec![vec![0.5, -1.0], vec![0.25, 2.0]]
    ),
);

#[differentiable]
fn quadratic_form(a: &[f64], x: &[f64]) -> f64 {
    let n = x.len();
    let mut q = 0.0;
    for i in 0..n {
        for j in 0..n {
            q += x[i] * a[i * n + j] * x[j];
        }
    }
    0.5 * q
}
check!(
    quadratic_form_checks,
    quadratic_form(&[1.0, 2.0, 3.0, 4.0], &[0.5, -1.0])
);

#[differentiable]
fn determinant_3(m: &[[f64; 3]; 3]) -> f64 {
    m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
        - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
}
check!(
    determinant_3_checks,
    determinant_3(&[[2.0, 1.0, 0.5], [0.3, 3.0, -1.0], [1.0, 0.7, 4.0]])
);

#[differentiable]
fn determinant_by_elimination(a: &mut [f64], n: usize) -> f64 {
    let mut det = 1.0;
    for k in 0..n {
        let mut pivot = k;
        for i in k + 1..n {
            if a[i * n + k].abs() > a[pivot * n + k].abs() {
                pivot = i;
            }
        }
        if pivot != k {
            for j in 0..n {
                let t = a[k * n + j];
                a[k * n + j] = a[pivot * n + j];
                a[pivot * n + j] = t;
            }
            det = -det;
        }
        det *= a[k * n + k];
        for i in k + 1..n {
            let factor = a[i * n + k] / a[k * n + k];
            for j in k..n {
                a[i * n + j] -= factor * a[k * n + j];
            }
        }
    }
    det
}
check!(
    determinant_by_elimination_checks,
    determinant_by_elimination(
        &mut vec![0.1, 1.0, 0.5, 2.0, 3.0, -1.0, 1.0, 0.7, 4.0],
        fixed(3)
    ),
    determinant_by_elimination(&mut vec![2.0, 1.0, 0.5, 3.0], fixed(2)),
);

#[differentiable]
fn cholesky(a: &mut [f64], n: usize) {
    for j in 0..n {
        for k in 0..j {
            for i in j..n {
                a[i * n + j] -= a[i * n + k] * a[j * n + k];
            }
        }
        let d = a[j * n + j].sqrt();
        for i in j..n {
            a[i * n + j] /= d;
        }
    }
}
check_in_place!(
    cholesky_checks,
    cholesky(
        &mut vec![4.0, 1.0, 0.5, 1.0, 3.0, 0.2, 0.5, 0.2, 2.0],
        fixed(3)
    )
);

#[differentiable]
fn log_determinant(a: &[[f64; 3]; 3]) -> f64 {
    let mut l = [[0.0; 3]; 3];
    let mut sum = 0.0;
    for i in 0..3 {
        for j in 0..=i {
            let mut s = a[i][j];
            for k in 0..j {
                s -= l[i][k] * l[j][k];
            }
            if i == j {
                l[i][i] = s.sqrt();
                sum += l[i][i].ln();
            } else {
                l[i][j] = s / l[j][j];
            }
        }
    }
    2.0 * sum
}
check!(
    log_determinant_checks,
    log_determinant(&[[4.0, 1.0, 0.5], [1.0, 3.0, 0.2], [0.5, 0.2, 2.0]])
);

#[differentiable]
fn lu_in_place(a: &mut Vec<Vec<f64>>) {
    let n = a.len();
    for k in 0..n {
        for i in (k + 1)..n {
            a[i][k] = a[i][k] / a[k][k];
            for j in (k + 1)..n {
                a[i][j] -= a[i][k] * a[k][j];
            }
        }
    }
}
check_in_place!(
    lu_in_place_checks,
    lu_in_place(&mut vec![
        vec![4.0, 1.0, 0.5],
        vec![1.0, 3.0, 0.2],
        vec![0.5, 0.2, 2.0]
    ]),
);

#[differentiable]
fn power_iteration(a: &[[f64; 2]; 2], v0: &[f64; 2]) -> f64 {
    let mut v = *v0;
    let mut lambda = 0.0;
    for _ in 0..6 {
        let w = [
            a[0][0] * v[0] + a[0][1] * v[1],
            a[1][0] * v[0] + a[1][1] * v[1],
        ];
        lambda = w[0].hypot(w[1]);
        v = [w[0] / lambda, w[1] / lambda];
    }
    lambda
}
check!(
    power_iteration_checks,
    power_iteration(&[[2.0, 0.5], [0.3, 1.0]], &[1.0, 0.2])
);

#[differentiable]
fn gram_schmidt(a: &mut [[f64; 3]; 2]) {
    for i in 0..2 {
        for k in 0..i {
            let mut d = 0.0;
            for j in 0..3 {
                d += a[i][j] * a[k][j];
            }
            for j in 0..3 {
                a[i][j] -= d * a[k][j];
            }
        }
        let mut n = 0.0;
        for j in 0..3 {
            n += a[i][j] * a[i][j];
        }
        let n = n.sqrt();
        for j in 0..3 {
            a[i][j] /= n;
        }
    }
}
check_in_place!(
    gram_schmidt_checks,
    gram_schmidt(&mut [[2.0, 0.5, 1.0], [0.3, 1.0, -1.0]])
);

#[differentiable]
fn transpose_in_place(a: &mut [f64], n: usize) {
    for i in 0..n {
        for j in 0..i {
            let (p, q) = (i * n + j, j * n + i);
            let t = a[p];
            a[p] = a[q];
            a[q] = t;
        }
    }
}
check_in_place!(
    transpose_in_place_checks,
    transpose_in_place(&mut vec![1.0, 2.0, 3.0, 4.0], fixed(2))
);

#[differentiable]
fn inverse_2x2(m: [[f64; 2]; 2]) -> [[f64; 2]; 2] {
    let det = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    [
        [m[1][1] / det, -m[0][1] / det],
        [-m[1][0] / det, m[0][0] / det],
    ]
}
check_vjp!(inverse_2x2_checks, inverse_2x2([[2.0, 0.5], [0.3, 1.0]]));

#[differentiable]
fn conjugate_gradients(a: &[f64], b: &[f64], steps: usize) -> f64 {
    let n = b.len();
    let mut x = vec![0.0; n];
    let mut r = b.to_vec();
    let mut p = r.clone();
    let mut rr = 0.0;
    for v in &r {
        rr += v * v;
    }
    for _ in 0..steps {
        let mut ap = vec![0.0; n];
        let mut pap = 0.0;
        for i in 0..n {
            for j in 0..n {
                ap[i] += a[i * n + j] * p[j];
            }
            pap += p[i] * ap[i];
        }
        let alpha = rr / pap;
        let mut next = 0.0;
        for i in 0..n {
            x[i] += alpha * p[i];
            r[i] -= alpha * ap[i];
            next += r[i] * r[i];
        }
        let beta = next / rr;
        rr = next;
        for i in 0..n {
            p[i] = r[i] + beta * p[i];
        }
    }
    x[0] + 2.0 * x[n - 1]
}
check!(
    conjugate_gradients_checks,
    conjugate_gradients(
        &[4.0, 1.0, 0.5, 1.0, 3.0, 0.2, 0.5, 0.2, 2.0],
        &[1.0, 2.0, 3.0],
        fixed(2)
    )
);

#[differentiable]
fn frobenius(m: &[[f64; 3]]) -> f64 {
    let mut s = 0.0;
    for row in m {
        for v in row {
            s += v * v;
        }
    }
    s.sqrt()
}
check!(
    frobenius_checks,
    frobenius(&[[1.0, 2.0, 3.0], [0.1, 0.2, 0.3]])
);
