use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::iter::Sum;
use std::ops::Add;

#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct Moments {
    n: f64,
    s1: f64,
    s2: f64,
}

#[differentiable]
impl Add for Moments {
    type Output = Moments;
    fn add(self, o: Moments) -> Moments {
        Moments {
            n: self.n + o.n,
            s1: self.s1 + o.s1,
            s2: self.s2 + o.s2,
        }
    }
}

#[differentiable]
impl Sum for Moments {
    fn sum<I: Iterator<Item = Moments>>(iter: I) -> Moments {
        iter.fold(Moments::default(), |a, b| a + b)
    }
}

#[differentiable]
fn variance(xs: &[f64]) -> f64 {
    let m: Moments = xs
        .iter()
        .map(|&x| Moments {
            n: 1.0,
            s1: x,
            s2: x * x,
        })
        .sum();
    m.s2 / m.n - (m.s1 / m.n).powi(2)
}

#[test]
fn gradient_is_right() {
    let x = [0.3, 1.9, -0.4, 0.8];
    assert_grad(variance, &x, &variance::gradient(&x));
}
