use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Table<'a> {
    xs: &'a [f64],
    ys: &'a [f64],
}

#[differentiable]
impl<'a> Table<'a> {
    fn segment(&self, x: f64) -> Option<usize> {
        if x < self.xs[0] {
            return None;
        }
        self.xs.windows(2).position(|w| w[0] <= x && x < w[1])
    }

    fn at(&self, x: f64) -> f64 {
        let Some(i) = self.segment(x) else {
            return if x < self.xs[0] {
                self.ys[0]
            } else {
                *self.ys.last().unwrap()
            };
        };
        let t = (x - self.xs[i]) / (self.xs[i + 1] - self.xs[i]);
        self.ys[i] + t * (self.ys[i + 1] - self.ys[i])
    }
}

#[differentiable]
fn f(xs: &[f64], ys: &[f64], queries: &[f64]) -> f64 {
    let table = Table { xs, ys };
    queries
        .iter()
        .map(|&q| table.at(q))
        .fold(0.0, |acc, y| acc * 0.9 + y * y)
}

#[test]
fn gradient_is_right() {
    let (x, y, q) = ([0.0, 1.0, 2.5], [1.0, 3.0, 2.0], [-0.5, 0.3, 1.7, 9.0]);
    let (dx, dy, dq) = f::gradient(&x, &y, &q);
    assert_grad(|v| f(v, &y, &q), &x, &dx);
    assert_grad(|v| f(&x, v, &q), &y, &dy);
    assert_grad(|v| f(&x, &y, v), &q, &dq);
}
