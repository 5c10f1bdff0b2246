use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
trait Sampler {
    fn knots(&self) -> Vec<f64>;

    fn average<F: Fn(f64) -> f64>(&self, f: F) -> f64 {
        let k = self.knots();
        k.iter().map(|&x| f(x)).sum::<f64>() / k.len() as f64
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Uniform {
    lo: f64,
    hi: f64,
    n: usize,
}

#[differentiable]
impl Sampler for Uniform {
    fn knots(&self) -> Vec<f64> {
        (0..self.n)
            .map(|i| self.lo + (self.hi - self.lo) * (i as f64 + 0.5) / self.n as f64)
            .collect()
    }
}

#[differentiable]
fn f(lo: f64, hi: f64, k: f64) -> f64 {
    let u = Uniform { lo, hi, n: 5 };
    u.average(|x| (k * x).exp()) - u.average(f64::sin).powi(2)
}

#[test]
fn gradient_is_right() {
    let v = [0.1, 1.3, 0.8];
    let (a, b, c) = f::gradient(v[0], v[1], v[2]);
    assert_grad(|v| f(v[0], v[1], v[2]), &v, &[a, b, c]);
}
