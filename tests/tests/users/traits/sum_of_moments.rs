use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::iter::Sum;
use std::ops::Add;
#[derive(Clone, Copy, Debug, Default, PartialEq, Differentiable)]
struct Moments {
    n: f64,
    mean: f64,
    m2: f64,
}
#[differentiable]
impl Add for Moments {
    type Output = Moments;
    fn add(self, o: Moments) -> Moments {
        let n = self.n + o.n;
        if n == 0.0 {
            return self;
        }
        let d = o.mean - self.mean;
        Moments {
            n,
            mean: self.mean + d * o.n / n,
            m2: self.m2 + o.m2 + d * d * self.n * o.n / n,
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
            mean: x,
            m2: 0.0,
        })
        .sum();
    m.m2 / (m.n - 1.0)
}

#[test]
fn gradient_is_right() {
    let p = [0.3, 1.7, -0.4, 2.2];
    assert_grad(|p| variance(p), &p, &variance::gradient(&p));
}
