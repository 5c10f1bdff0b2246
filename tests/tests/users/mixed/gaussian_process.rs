use crate::assert_grad;
use pullback::differentiable;

type Matrix = Vec<Vec<f64>>;

#[derive(Debug)]
struct NotPositiveDefinite(usize);

#[differentiable]
fn cholesky(a: &Matrix) -> Result<Matrix, NotPositiveDefinite> {
    let n = a.len();
    let mut l = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..=i {
            let s: f64 = (0..j).map(|k| l[i][k] * l[j][k]).sum();
            if i == j {
                let d = a[i][i] - s;
                if d <= 0.0 {
                    return Err(NotPositiveDefinite(i));
                }
                l[i][i] = d.sqrt();
            } else {
                l[i][j] = (a[i][j] - s) / l[j][j];
            }
        }
    }
    Ok(l)
}

#[differentiable]
fn solve_lower(l: &Matrix, b: &[f64]) -> Vec<f64> {
    let mut x = b.to_vec();
    for i in 0..x.len() {
        for k in 0..i {
            x[i] -= l[i][k] * x[k];
        }
        x[i] /= l[i][i];
    }
    x
}

#[differentiable]
fn gp_nll(p: &[f64], #[constant] xs: &[f64], #[constant] ys: &[f64]) -> f64 {
    let (len, amp, noise) = (p[0].exp(), p[1].exp(), p[2].exp());
    let k: Matrix = xs
        .iter()
        .enumerate()
        .map(|(i, a)| {
            xs.iter()
                .enumerate()
                .map(|(j, b)| {
                    let base = amp * (-0.5 * ((a - b) / len).powi(2)).exp();
                    if i == j { base + noise } else { base }
                })
                .collect()
        })
        .collect();
    let l = match cholesky(&k) {
        Ok(l) => l,
        Err(NotPositiveDefinite(_)) => return f64::INFINITY,
    };
    let z = solve_lower(&l, ys);
    let log_det: f64 = l.iter().enumerate().map(|(i, row)| row[i].ln()).sum();
    0.5 * z.iter().map(|v| v * v).sum::<f64>() + log_det
}

#[test]
fn gradient_is_right() {
    let p = [0.1, 0.3, -1.2];
    assert_grad(
        |p| gp_nll(p, &[0.0, 0.4, 1.1, 1.9], &[0.2, 0.5, -0.1, -0.6]),
        &p,
        &gp_nll::gradient(&p, &[0.0, 0.4, 1.1, 1.9], &[0.2, 0.5, -0.1, -0.6]),
    );
}
