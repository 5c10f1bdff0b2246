use crate::assert_grad;
use pullback::differentiable;

/// Rows of one array; the pivots are looked for.
#[differentiable]
fn log_determinant(a: &[f64], n: usize) -> f64 {
    let mut m = a.to_vec();
    let mut sum = 0.0;
    for k in 0..n {
        let mut p = k;
        for i in k + 1..n {
            if m[i * n + k].abs() > m[p * n + k].abs() {
                p = i;
            }
        }
        for j in 0..n {
            m.swap(k * n + j, p * n + j);
        }
        sum += m[k * n + k].abs().ln();
        for i in k + 1..n {
            let f = m[i * n + k] / m[k * n + k];
            for j in k + 1..n {
                m[i * n + j] -= f * m[k * n + j];
            }
        }
    }
    sum
}

/// Rows of their own, right sides beside them, from below upwards.
#[differentiable]
fn solve(a: &[Vec<f64>], b: &[f64]) -> f64 {
    let n = b.len();
    let mut m = a.to_vec();
    for (row, b) in m.iter_mut().zip(b) {
        row.push(*b);
    }
    for k in 0..n {
        for i in 0..k {
            let f = m[i][k] / m[k][k];
            for j in k..=n {
                m[i][j] -= f * m[k][j];
            }
        }
        for i in k + 1..n {
            let f = m[i][k] / m[k][k];
            for j in k..n + 1 {
                m[i][j] -= f * m[k][j];
            }
        }
    }
    (0..n).map(|i| (i as f64 + 1.0) * m[i][n] / m[i][i]).sum()
}

/// A row is taken from itself, too: nothing is apart.
#[differentiable]
fn from_itself(x: &[f64], n: usize) -> f64 {
    let mut m = x.to_vec();
    for k in 0..n {
        for i in k..n {
            let f = 0.01 + 0.01 * i as f64;
            for j in 0..n {
                m[i * n + j] -= f * m[k * n + j] * m[k * n + j];
            }
        }
    }
    m.iter().sum()
}

/// What goes on past the end of a row meets the next one.
#[differentiable]
fn past_the_end(x: &[f64], n: usize) -> f64 {
    let mut m = x.to_vec();
    for i in 1..n {
        for j in 0..n + 1 {
            m[i * n + j] -= 0.1 * m[(i - 1) * n + j] * m[(i - 1) * n + j];
        }
    }
    m.iter().sum()
}

/// Rows that are farther apart than they are long, and a column that is left alone.
#[differentiable]
fn padded(x: &[f64], n: usize, stride: usize) -> f64 {
    let mut m = x.to_vec();
    for i in 1..n {
        for j in 1..n {
            m[i * stride + j] += 0.1 * m[(i - 1) * stride + j] * m[i * stride];
        }
    }
    m.iter().map(|v| v * v).sum()
}

/// Numbers of which no matrix is singular.
fn points(n: usize) -> Vec<f64> {
    let mut state = 7_u64;
    let next = |_| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        0.1 + (state >> 33) as f64 / (1_u64 << 31) as f64
    };
    (0..n).map(next).collect()
}

#[test]
fn gradients_are_right_at_every_size() {
    for n in 1..=9 {
        let x = points(n * n);
        assert_grad(
            |x| log_determinant(x, n),
            &x,
            &log_determinant::gradient(&x, n),
        );
        let rows: Vec<Vec<f64>> = (0..n)
            .map(|i| {
                (0..n)
                    .map(|j| x[i * n + j] + if i == j { 3.0 } else { 0.0 })
                    .collect()
            })
            .collect();
        let b = points(n);
        let (da, db) = solve::gradient(&rows, &b);
        assert_grad(|b| solve(&rows, b), &b, &db);
        for i in 0..n {
            let with = |row: &[f64]| {
                let mut rows = rows.clone();
                rows[i] = row.to_vec();
                solve(&rows, &b)
            };
            assert_grad(with, &rows[i], &da[i]);
        }
        assert_grad(|x| from_itself(x, n), &x, &from_itself::gradient(&x, n));
        let longer = points(n * n + 1);
        assert_grad(
            |x| past_the_end(x, n),
            &longer,
            &past_the_end::gradient(&longer, n),
        );
        let padding = points(n * (n + 3));
        let gradient = padded::gradient(&padding, n, n + 3);
        assert_grad(|x| padded(x, n, n + 3), &padding, &gradient);
        // Rows that overlap.
        let gradient = padded::gradient(&padding, n, 2);
        assert_grad(|x| padded(x, n, 2), &padding, &gradient);
    }
}
