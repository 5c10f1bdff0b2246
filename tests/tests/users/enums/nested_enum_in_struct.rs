use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
enum Prior {
    Flat,
    Normal { mu: f64, sigma: f64 },
    Laplace(f64),
}

#[derive(Clone, Debug, Differentiable)]
struct Parameter {
    value: f64,
    prior: Prior,
}

#[differentiable]
impl Parameter {
    fn penalty(&self) -> f64 {
        match self.prior {
            Prior::Flat => 0.0,
            Prior::Normal { mu, sigma } => ((self.value - mu) / sigma).powi(2) * 0.5 + sigma.ln(),
            Prior::Laplace(b) => self.value.abs() / b,
        }
    }
}

#[differentiable]
fn objective(v: &[f64], mu: f64, scale: f64) -> f64 {
    let params = vec![
        Parameter {
            value: v[0],
            prior: Prior::Flat,
        },
        Parameter {
            value: v[1],
            prior: Prior::Normal { mu, sigma: scale },
        },
        Parameter {
            value: v[2],
            prior: Prior::Laplace(scale),
        },
    ];
    let fit = params.iter().map(|p| p.value).product::<f64>();
    fit + params.iter().map(Parameter::penalty).sum::<f64>()
}

#[test]
fn gradient_is_right() {
    let v = [0.7, 1.4, -0.5];
    let (dv, dm, ds) = objective::gradient(&v, 0.3, 0.9);
    assert_grad(|v| objective(v, 0.3, 0.9), &v, &dv);
    assert_grad(|p| objective(&v, p[0], p[1]), &[0.3, 0.9], &[dm, ds]);
}
