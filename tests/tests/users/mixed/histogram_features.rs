use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Histogram<const B: usize> {
    lo: f64,
    hi: f64,
    mass: [f64; B],
}

#[differentiable]
impl<const B: usize> Histogram<B> {
    fn new(lo: f64, hi: f64) -> Self {
        Histogram {
            lo,
            hi,
            mass: [0.0; B],
        }
    }

    /// linear binning, hence differentiable in `x`
    fn add(&mut self, x: f64, weight: f64) {
        let pos = ((x - self.lo) / (self.hi - self.lo) * (B - 1) as f64).clamp(0.0, (B - 1) as f64);
        let i = (pos.floor() as usize).min(B - 2);
        let t = pos - i as f64;
        self.mass[i] += weight * (1.0 - t);
        self.mass[i + 1] += weight * t;
    }

    fn entropy(&self) -> f64 {
        let total: f64 = self.mass.iter().sum();
        -self
            .mass
            .iter()
            .filter(|m| **m > 0.0)
            .map(|m| m / total * (m / total).ln())
            .sum::<f64>()
    }
}

#[differentiable]
fn f(xs: &[f64], w: f64) -> f64 {
    let mut h = Histogram::<4>::new(0.0, 1.0);
    for (i, x) in xs.iter().enumerate() {
        h.add(*x, if i % 2 == 0 { 1.0 } else { w });
    }
    h.entropy()
}

#[test]
fn gradient_is_right() {
    let x = [0.1, 0.45, 0.8, -0.3, 1.7];
    let (dx, dw) = f::gradient(&x, 0.7);
    assert_grad(|x| f(x, 0.7), &x, &dx);
    assert_grad(|w| f(&x, w[0]), &[0.7], &[dw]);
}
