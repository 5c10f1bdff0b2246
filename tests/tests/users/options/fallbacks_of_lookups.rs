use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Debug, Clone, Differentiable)]
struct Table {
    xs: Vec<f64>,
    ys: Vec<f64>,
}

#[differentiable]
impl Table {
    fn bracket(&self, x: f64) -> Option<usize> {
        if x < *self.xs.first()? || x > *self.xs.last()? {
            return None;
        }
        self.xs.windows(2).position(|w| w[0] <= x && x <= w[1])
    }
    fn eval(&self, x: f64) -> Option<f64> {
        let i = self.bracket(x)?;
        let (x0, x1) = (self.xs[i], self.xs[i + 1]);
        let t = (x - x0) / (x1 - x0);
        Some(self.ys[i] * (1.0 - t) + self.ys[i + 1] * t)
    }
}

#[differentiable]
fn lookup(t: &Table, x: f64) -> f64 {
    t.eval(x)
        .map(|y| y * y)
        .or_else(|| t.eval(2.0 * x))
        .unwrap_or_else(|| x.powi(3))
}

#[test]
fn gradient_is_right() {
    let make = |v: &[f64]| Table {
        xs: v[..3].to_vec(),
        ys: v[3..].to_vec(),
    };
    let v = [1.0, 2.0, 4.0, 0.5, -0.3, 1.2];
    for x in [1.7, 0.7, 9.0] {
        let (g, dx) = lookup::gradient(&make(&v), x);
        assert_grad(|v| lookup(&make(v), x), &v, &[g.xs, g.ys].concat());
        assert_grad(|x| lookup(&make(&v), x[0]), &[x], &[dx]);
    }
}
