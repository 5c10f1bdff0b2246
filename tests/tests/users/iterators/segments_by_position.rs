use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Curve<'a> {
    xs: &'a [f64],
    ys: &'a [f64],
}

#[differentiable]
impl<'a> Curve<'a> {
    fn segment(&self, x: f64) -> usize {
        let n = self.xs.len();
        self.xs
            .iter()
            .position(|&knot| knot > x)
            .map_or(n - 2, |i| i.saturating_sub(1))
    }

    fn at(&self, x: f64) -> f64 {
        let i = self.segment(x);
        let t = (x - self.xs[i]) / (self.xs[i + 1] - self.xs[i]);
        self.ys[i] + t * t * (3.0 - 2.0 * t) * (self.ys[i + 1] - self.ys[i])
    }
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let xs = [0.0, 1.0, 1.0 + x[1], 3.0];
    let ys = [x[0], x[1], x[0] * x[1], 1.0];
    let curve = Curve { xs: &xs, ys: &ys };
    let first = match ys.iter().position(|y| *y > 0.6) {
        Some(i) => i.min(2),
        None => 0,
    };
    curve.at(x[2]) * curve.at(0.5 * x[2]) + x[0] * ys[first]
}

#[test]
fn gradient_is_right() {
    for x in [
        [1.0, 0.5, 1.2],
        [0.3, 0.8, 2.4],
        [0.3, 0.8, -0.1],
        [0.3, 0.7, 3.5],
    ] {
        for _ in 0..2 {
            assert_grad(|x| f(x), &x, &f::gradient(&x));
        }
    }
}
