use crate::assert_grad;
mod model {
    use pullback::{Differentiable, differentiable};

    #[derive(Clone, Debug, Differentiable)]
    pub struct Gauge {
        pub(crate) zero: f64,
        gain: f64,
    }

    #[differentiable]
    impl Gauge {
        pub fn new(zero: f64, gain: f64) -> Self {
            Gauge { zero, gain }
        }

        pub(crate) fn read(&self, x: f64) -> f64 {
            clip((x - self.zero) * self.gain)
        }
    }

    #[differentiable]
    fn clip(x: f64) -> f64 {
        if x > 1.0 { 1.0 + 0.1 * (x - 1.0) } else { x }
    }
}

use model::Gauge;
use pullback::differentiable;

#[differentiable]
pub(self) fn error(zero: f64, gain: f64, xs: &[f64]) -> f64 {
    let g = Gauge::new(zero, gain);
    let mut e = g.zero * g.zero;
    for x in xs {
        e += (g.read(*x) - x).powi(2);
    }
    e
}

#[test]
fn gradient_is_right() {
    let x = [0.1, 0.8, 2.0];
    let (a, b, dx) = error::gradient(0.05, 1.2, &x);
    assert_grad(|v| error(v[0], v[1], &x), &[0.05, 1.2], &[a, b]);
    assert_grad(|x| error(0.05, 1.2, x), &x, &dx);
}
