use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Debug)]
enum LinAlgError {
    NotPositiveDefinite(usize),
}

#[derive(Clone, Debug, Differentiable)]
struct Chol {
    l: Vec<Vec<f64>>,
}

#[differentiable]
impl Chol {
    fn factor(a: &[Vec<f64>]) -> Result<Self, LinAlgError> {
        let n = a.len();
        let mut l = a.to_vec();
        for j in 0..n {
            for k in 0..j {
                for i in j..n {
                    l[i][j] -= l[i][k] * l[j][k];
                }
            }
            if l[j][j] <= 0.0 {
                return Err(LinAlgError::NotPositiveDefinite(j));
            }
            let d = l[j][j].sqrt();
            for i in j..n {
                l[i][j] /= d;
            }
        }
        Ok(Chol { l })
    }

    fn log_det(&self) -> f64 {
        2.0 * self
            .l
            .iter()
            .enumerate()
            .map(|(i, row)| row[i].ln())
            .sum::<f64>()
    }
}

#[differentiable]
fn log_det_shifted(flat: &[f64], shift: f64) -> f64 {
    let n = 3;
    let a: Vec<Vec<f64>> = (0..n)
        .map(|i| {
            (0..n)
                .map(|j| flat[i * n + j] + if i == j { shift } else { 0.0 })
                .collect()
        })
        .collect();
    match Chol::factor(&a) {
        Ok(c) => c.log_det(),
        Err(LinAlgError::NotPositiveDefinite(_)) => -1000.0,
    }
}

#[test]
fn gradient_is_right() {
    let a = [2.0, 0.3, 0.1, 0.3, 1.5, -0.2, 0.1, -0.2, 1.0];
    let (da, ds) = log_det_shifted::gradient(&a, 0.4);
    assert_grad(|a| log_det_shifted(a, 0.4), &a, &da);
    assert_grad(|s| log_det_shifted(&a, s[0]), &[0.4], &[ds]);
    let (da, ds) = log_det_shifted::gradient(&a, -3.0);
    assert!(ds == 0.0 && da.iter().all(|d| *d == 0.0));
}
