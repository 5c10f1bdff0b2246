use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Geometric {
    value: f64,
    ratio: f64,
}

#[differentiable]
impl Geometric {
    fn new(ratio: f64) -> Self {
        Geometric { value: 1.0, ratio }
    }
}

#[differentiable]
impl Iterator for Geometric {
    type Item = f64;
    fn next(&mut self) -> Option<f64> {
        let value = self.value;
        self.value *= self.ratio;
        (value > 0.01).then_some(value)
    }
}

#[differentiable]
fn adapted(x: &[f64]) -> f64 {
    let few: f64 = Geometric {
        value: 1.0,
        ratio: x[0],
    }
    .map(|v| v * x[1])
    .take(5)
    .sum();
    let large: Vec<f64> = Geometric::new(x[0])
        .map(|v| v * x[1])
        .filter(|v| *v > 0.1)
        .collect();
    few + large
        .iter()
        .enumerate()
        .map(|(i, v)| i as f64 * v)
        .sum::<f64>()
}

#[differentiable]
fn paired(x: &[f64]) -> f64 {
    let weights = Geometric::new(x[0]);
    let weighted: f64 = x.iter().zip(weights).map(|(a, b)| a * b).sum();
    let mut total = 0.0;
    for (a, b) in x.iter().zip(Geometric::new(x[0])) {
        if *a > 1.0 {
            total += a * b;
        } else {
            total -= b * 2.0;
        }
    }
    weighted * total
}

#[differentiable]
fn nested(x: &[f64]) -> f64 {
    x.iter()
        .map(|&k| {
            let inner: f64 = Geometric::new(0.3 * k).zip(x).map(|(a, b)| a * b).sum();
            let both = Geometric::new(k * 0.1)
                .zip(Geometric::new(x[0]))
                .map(|(a, b)| a * b)
                .fold(1.0, |s, v| s + v);
            inner * both
        })
        .sum()
}

#[test]
fn gradient_is_right() {
    for x in [[0.5, 2.0, 1.1, 0.7], [0.3, 0.4, 0.2, 1.6]] {
        for _ in 0..2 {
            assert_grad(adapted, &x, &adapted::gradient(&x));
            assert_grad(paired, &x, &paired::gradient(&x));
            assert_grad(nested, &x, &nested::gradient(&x));
        }
    }
}
