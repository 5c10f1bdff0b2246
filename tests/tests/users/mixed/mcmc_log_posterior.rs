use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
enum Family {
    Gaussian { sd: f64 },
    StudentT { df: f64, scale: f64 },
    Poisson,
}

#[differentiable]
fn ln_gamma(x: f64) -> f64 {
    const G: [f64; 6] = [
        76.18009172947146,
        -86.50532032941677,
        24.01409824083091,
        -1.231739572450155,
        0.1208650973866179e-2,
        -0.5395239384953e-5,
    ];
    let tmp = x + 5.5 - (x + 0.5) * (x + 5.5).ln();
    let mut ser = 1.000000000190015;
    for (j, c) in G.iter().enumerate() {
        ser += c / (x + 1.0 + j as f64);
    }
    -tmp + (2.5066282746310005 * ser / x).ln()
}

#[differentiable]
impl Family {
    fn log_density(self, y: f64, eta: f64) -> f64 {
        match self {
            Self::Gaussian { sd } => -0.5 * ((y - eta) / sd).powi(2) - sd.ln(),
            Self::StudentT { df, scale } => {
                let z = (y - eta) / scale;
                ln_gamma(0.5 * (df + 1.0))
                    - ln_gamma(0.5 * df)
                    - 0.5 * df.ln()
                    - scale.ln()
                    - 0.5 * (df + 1.0) * (z * z / df).ln_1p()
            }
            Self::Poisson => y * eta - eta.exp() - ln_gamma(y + 1.0),
        }
    }
}

#[differentiable]
fn posterior(beta: &[f64; 2], sd: f64, df: f64, data: &[(f64, f64)]) -> f64 {
    let families = [
        Family::Gaussian { sd },
        Family::StudentT { df, scale: sd },
        Family::Poisson,
    ];
    let mut total = 0.0;
    for fam in &families {
        total += data
            .iter()
            .map(|&(x, y)| fam.log_density(y, beta[0] + beta[1] * x))
            .sum::<f64>();
    }
    total - 0.5 * beta.iter().map(|b| b * b).sum::<f64>()
}

#[test]
fn gradient_is_right() {
    let data = [(0.5, 1.0), (1.0, 2.0), (-0.3, 0.5)];
    let v = [0.2, 0.7, 0.9, 4.0];
    let (db, ds, dd, _) = posterior::gradient(&[v[0], v[1]], v[2], v[3], &data);
    assert_grad(
        |v| posterior(&[v[0], v[1]], v[2], v[3], &data),
        &v,
        &[db[0], db[1], ds, dd],
    );
}
