use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Normal {
    mu: f64,
    sigma: f64,
}

#[differentiable]
impl Normal {
    fn standardize(&self, x: f64) -> f64 {
        (x - self.mu) / self.sigma
    }

    fn log_pdf(&self, x: f64) -> f64 {
        let z = self.standardize(x);
        -0.5 * z * z - self.sigma.ln() - 0.5 * (2.0 * std::f64::consts::PI).ln()
    }

    fn pdf(&self, x: f64) -> f64 {
        self.log_pdf(x).exp()
    }

    fn log_likelihood(&self, xs: &[f64]) -> f64 {
        xs.iter().map(|&x| self.log_pdf(x)).sum()
    }

    fn kl(&self, other: &Self) -> f64 {
        (other.sigma / self.sigma).ln()
            + (self.sigma.powi(2) + (self.mu - other.mu).powi(2)) / (2.0 * other.sigma.powi(2))
            - 0.5
    }
}

#[test]
fn gradients_are_right() {
    let n = Normal {
        mu: 0.3,
        sigma: 1.4,
    };
    let xs = [0.1, 2.0, -1.3];
    let (g, dx) = n.log_likelihood_gradient(&xs);
    assert_grad(
        |v| {
            Normal {
                mu: v[0],
                sigma: v[1],
            }
            .log_likelihood(&xs)
        },
        &[0.3, 1.4],
        &[g.mu, g.sigma],
    );
    assert_grad(|x| n.log_likelihood(x), &xs, &dx);
    let (g, dx) = n.pdf_gradient(0.9);
    assert_grad(
        |v| {
            Normal {
                mu: v[0],
                sigma: v[1],
            }
            .pdf(v[2])
        },
        &[0.3, 1.4, 0.9],
        &[g.mu, g.sigma, dx],
    );
    let m = Normal {
        mu: -0.2,
        sigma: 0.8,
    };
    let (ga, gb) = n.kl_gradient(&m);
    assert_grad(
        |v| {
            Normal {
                mu: v[0],
                sigma: v[1],
            }
            .kl(&Normal {
                mu: v[2],
                sigma: v[3],
            })
        },
        &[0.3, 1.4, -0.2, 0.8],
        &[ga.mu, ga.sigma, gb.mu, gb.sigma],
    );
}
