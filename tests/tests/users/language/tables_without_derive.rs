//! Constants of types that derive nothing, which are asked where a number stands and then read by their fields.

use crate::assert_grad;
use pullback::differentiable;

struct Table {
    xs: Vec<f64>,
    ys: Vec<f64>,
}
impl Table {
    fn index(&self, x: f64) -> usize {
        let after = self.xs.partition_point(|&v| v <= x);
        after.clamp(1, self.xs.len() - 1) - 1
    }
}
#[differentiable]
fn interpolated(#[constant] t: &Table, x: f64) -> f64 {
    let i = t.index(x);
    t.ys[i] + (t.ys[i + 1] - t.ys[i]) * (x - t.xs[i]) / (t.xs[i + 1] - t.xs[i])
}

enum Regime {
    Linear,
    Square,
}
struct Law {
    limit: f64,
    names: Vec<String>,
}
impl Law {
    fn regime(&self, x: f64) -> Regime {
        if x < self.limit {
            Regime::Linear
        } else {
            Regime::Square
        }
    }
}
#[differentiable]
fn force(#[constant] law: &Law, x: f64) -> f64 {
    match law.regime(x) {
        Regime::Linear => x * law.limit,
        Regime::Square => x * x + law.names.len() as f64 * x,
    }
}

#[test]
fn gradients_are_right() {
    let table = Table {
        xs: vec![0.0, 1.0, 3.0],
        ys: vec![2.0, -1.0, 0.5],
    };
    let law = Law {
        limit: 1.5,
        names: vec!["a".to_string(), "b".to_string()],
    };
    for x in [-0.3, 0.4, 1.7, 4.0] {
        for _ in 0..2 {
            let g = interpolated::gradient(&table, x);
            assert_grad(|x| interpolated(&table, x[0]), &[x], &[g]);
            let g = force::gradient(&law, x);
            assert_grad(|x| force(&law, x[0]), &[x], &[g]);
        }
    }
}
