use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Decay {
    x: f64,
    rate: f64,
}

#[differentiable]
impl Iterator for Decay {
    type Item = f64;
    fn next(&mut self) -> Option<f64> {
        if self.x < 0.05 {
            return None;
        }
        let now = self.x;
        self.x *= self.rate;
        Some(now)
    }
}

#[differentiable]
fn weighted(x: &[f64]) -> f64 {
    let decay = Decay {
        x: x[0],
        rate: x[1],
    };
    decay.zip(x).map(|(a, b)| a * b).sum()
}

#[test]
fn gradient_is_right() {
    for x in [[0.6, 0.4, 0.7, 2.0], [0.3, 0.5, -0.7, 1.0]] {
        for _ in 0..2 {
            assert_grad(|x| weighted(x), &x, &weighted::gradient(&x));
        }
    }
}
