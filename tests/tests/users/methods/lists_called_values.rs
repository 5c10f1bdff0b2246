//! Methods that give lists under names of methods of maps and texts.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Series {
    samples: Vec<f64>,
    rate: f64,
}

#[differentiable]
impl Series {
    fn values(&self) -> &[f64] {
        &self.samples
    }
    fn keys(&self) -> Vec<f64> {
        self.samples.iter().map(|s| s * self.rate).collect()
    }
    fn power(&self) -> f64 {
        self.values().iter().map(|v| v * v * self.rate).sum()
    }
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let series = Series {
        samples: x.to_vec(),
        rate: x[0] * 0.5,
    };
    let mut sum = series.values().iter().map(|v| v * x[1]).sum::<f64>();
    for (v, w) in series.values().iter().zip(x) {
        sum += v * w;
    }
    for v in series.values() {
        sum += v.sin();
    }
    let keys = series.keys().iter().zip(x).map(|(k, v)| k * v).sum::<f64>();
    let steps = series.values().windows(2).map(|w| w[0] * w[1]).sum::<f64>();
    sum + keys * steps + series.power() * series.values()[1]
}

#[test]
fn gradient_is_right() {
    for at in [[0.7, 1.3, 0.2], [-0.4, 0.2, 1.1]] {
        assert_grad(f, &at, &f::gradient(&at));
    }
}
