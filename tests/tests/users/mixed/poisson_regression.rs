use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Default, Differentiable)]
struct Glm {
    coef: Vec<f64>,
    intercept: f64,
}

#[derive(Clone, Debug)]
struct Dataset {
    rows: Vec<Vec<f64>>,
    counts: Vec<u32>,
}

impl Dataset {
    fn len(&self) -> usize {
        self.rows.len()
    }
}

fn ln_factorial(n: u32) -> f64 {
    (2..=n).map(|k| (k as f64).ln()).sum()
}

#[differentiable]
impl Glm {
    fn linear(&self, #[constant] row: &[f64]) -> f64 {
        self.coef
            .iter()
            .zip(row)
            .fold(self.intercept, |acc, (c, x)| acc + c * x)
    }

    fn deviance(&self, #[constant] data: &Dataset, ridge: f64) -> f64 {
        let mut ll = 0.0;
        for i in 0..data.len() {
            let eta = self.linear(&data.rows[i]);
            let y = data.counts[i];
            ll += f64::from(y) * eta - eta.exp() - ln_factorial(y);
        }
        -2.0 * ll + ridge * self.coef.iter().map(|c| c * c).sum::<f64>()
    }
}

#[test]
fn gradient_is_right() {
    let data = Dataset {
        rows: vec![vec![1.0, 0.3], vec![-0.5, 0.8], vec![0.2, -1.1]],
        counts: vec![2, 0, 5],
    };
    let v = [0.4, -0.6, 0.2];
    let make = |v: &[f64]| Glm {
        coef: v[..2].to_vec(),
        intercept: v[2],
    };
    let (g, dr) = make(&v).deviance_gradient(&data, 0.3);
    assert_grad(
        |v| make(v).deviance(&data, 0.3),
        &v,
        &[g.coef[0], g.coef[1], g.intercept],
    );
    assert_grad(|r| make(&v).deviance(&data, r[0]), &[0.3], &[dr]);
}
