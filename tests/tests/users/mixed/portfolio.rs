use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Asset {
    name: String,
    mu: f64,
    sigma: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Portfolio {
    assets: Vec<Asset>,
    weights: Vec<f64>,
    rho: f64,
}

#[differentiable]
impl Portfolio {
    fn expected(&self) -> f64 {
        self.assets
            .iter()
            .zip(&self.weights)
            .map(|(a, w)| a.mu * w)
            .sum()
    }

    fn variance(&self) -> f64 {
        let mut v = 0.0;
        for (i, (a, wa)) in self.assets.iter().zip(&self.weights).enumerate() {
            for (j, (b, wb)) in self.assets.iter().zip(&self.weights).enumerate() {
                let corr = if i == j { 1.0 } else { self.rho };
                v += wa * wb * corr * a.sigma * b.sigma;
            }
        }
        v
    }

    fn utility(&self, aversion: f64) -> f64 {
        self.expected() - 0.5 * aversion * self.variance()
    }
}

#[differentiable]
fn utility(weights: &[f64], rho: f64, aversion: f64) -> f64 {
    let total: f64 = weights.iter().sum();
    let p = Portfolio {
        assets: vec![
            Asset {
                name: "stocks".into(),
                mu: 0.08,
                sigma: 0.2,
            },
            Asset {
                name: "bonds".to_string(),
                mu: 0.03,
                sigma: 0.05,
            },
            Asset {
                name: String::from("gold"),
                mu: 0.04,
                sigma: 0.15,
            },
        ],
        weights: weights.iter().map(|w| w / total).collect(),
        rho,
    };
    p.utility(aversion)
}

#[test]
fn gradient_is_right() {
    let w = [0.5, 0.3, 0.4];
    let (dw, dr, da) = utility::gradient(&w, 0.2, 3.0);
    assert_grad(|w| utility(w, 0.2, 3.0), &w, &dw);
    assert_grad(|v| utility(&w, v[0], v[1]), &[0.2, 3.0], &[dr, da]);
}
