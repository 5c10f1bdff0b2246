use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Component {
    weight: f64,
    mean: f64,
    var: f64,
}

#[differentiable]
impl Component {
    fn density(&self, x: f64) -> f64 {
        self.weight * (-(x - self.mean).powi(2) / (2.0 * self.var)).exp()
            / (2.0 * std::f64::consts::PI * self.var).sqrt()
    }
}

#[differentiable]
fn em_step(comps: &[Component], xs: &[f64]) -> Vec<Component> {
    let resp: Vec<Vec<f64>> = xs
        .iter()
        .map(|&x| {
            let d: Vec<f64> = comps.iter().map(|c| c.density(x)).collect();
            let z: f64 = d.iter().sum();
            d.into_iter().map(|p| p / z).collect()
        })
        .collect();
    (0..comps.len())
        .map(|k| {
            let nk: f64 = resp.iter().map(|r| r[k]).sum();
            let mean = resp.iter().zip(xs).map(|(r, x)| r[k] * x).sum::<f64>() / nk;
            let var = resp
                .iter()
                .zip(xs)
                .map(|(r, x)| r[k] * (x - mean).powi(2))
                .sum::<f64>()
                / nk
                + 1e-3;
            Component {
                weight: nk / xs.len() as f64,
                mean,
                var,
            }
        })
        .collect()
}

#[differentiable]
fn log_likelihood_after(m0: f64, m1: f64, xs: &[f64], steps: usize) -> f64 {
    let mut comps = vec![
        Component {
            weight: 0.5,
            mean: m0,
            var: 1.0,
        },
        Component {
            weight: 0.5,
            mean: m1,
            var: 1.0,
        },
    ];
    for _ in 0..steps {
        comps = em_step(&comps, xs);
    }
    xs.iter()
        .map(|x| comps.iter().map(|c| c.density(*x)).sum::<f64>().ln())
        .sum()
}

#[test]
fn gradient_is_right() {
    let x = [-1.1, -0.8, 0.9, 1.3, 0.1];
    let (a, b, dx) = log_likelihood_after::gradient(-0.6, 0.9, &x, 2);
    assert_grad(
        |v| log_likelihood_after(v[0], v[1], &x, 2),
        &[-0.6, 0.9],
        &[a, b],
    );
    assert_grad(|x| log_likelihood_after(-0.6, 0.9, x, 2), &x, &dx);
}
