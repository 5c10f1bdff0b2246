use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Debug, Clone, Differentiable)]
struct Triangle {
    rows: Vec<Vec<f64>>,
}
#[derive(Debug, Clone, Copy, Differentiable, PartialEq)]
enum Tail {
    None,
    Constant(f64),
    Exponential { decay: f64, steps: usize },
}
#[differentiable]
impl Tail {
    fn factor(&self, last: f64) -> f64 {
        match *self {
            Tail::None => 1.0,
            Tail::Constant(c) => c,
            Tail::Exponential { decay, steps } => (1..=steps)
                .map(|k| 1.0 + (last - 1.0) * (-decay * k as f64).exp())
                .product(),
        }
    }
}
#[differentiable]
impl Triangle {
    fn from_flat(x: &[f64], n: usize) -> Self {
        let mut rows = Vec::with_capacity(n);
        let mut rest = x;
        for i in 0..n {
            let (row, tail) = rest.split_at(n - i);
            rows.push(
                row.iter()
                    .scan(0.0, |acc, &v| {
                        *acc += v;
                        Some(*acc)
                    })
                    .collect(),
            );
            rest = tail;
        }
        Triangle { rows }
    }
    fn development_factors(&self) -> Vec<f64> {
        let n = self.rows.len();
        (0..n - 1)
            .map(|j| {
                let (num, den) = self
                    .rows
                    .iter()
                    .filter(|r| r.len() > j + 1)
                    .fold((0.0, 0.0), |(a, b), r| (a + r[j + 1], b + r[j]));
                num / den
            })
            .collect()
    }
    fn reserve(&self, tail: &Tail) -> f64 {
        let f = self.development_factors();
        let t = tail.factor(*f.last().unwrap());
        self.rows
            .iter()
            .map(|row| {
                let latest = row.last().copied().unwrap_or(0.0);
                let ultimate = f[row.len() - 1..].iter().fold(latest, |u, fj| u * fj) * t;
                ultimate - latest
            })
            .sum()
    }
}
#[differentiable]
fn total(p: &[f64]) -> f64 {
    let (tri, params) = p.split_at(10);
    let t = Triangle::from_flat(tri, 4);
    let tail = if params[0] > 1.0 {
        Tail::Constant(params[0])
    } else if params[0] > 0.0 {
        Tail::Exponential {
            decay: params[0],
            steps: 3,
        }
    } else {
        Tail::None
    };
    t.reserve(&tail)
}

#[test]
fn gradients_are_right() {
    let points: &[&[f64]] = &[
        &[10.0, 5.0, 2.0, 1.0, 11.0, 6.0, 3.0, 12.0, 4.0, 13.0, 1.1],
        &[10.0, 5.0, 2.0, 1.0, 11.0, 6.0, 3.0, 12.0, 4.0, 13.0, 0.5],
        &[10.0, 5.0, 2.0, 1.0, 11.0, 6.0, 3.0, 12.0, 4.0, 13.0, -0.4],
    ];
    let functions = [(
        total as fn(&[f64]) -> f64,
        total::gradient as fn(&[f64]) -> Vec<f64>,
    )];
    for (f, gradient) in functions {
        for p in points {
            assert_grad(f, p, &gradient(p));
            assert_grad(f, p, &gradient(p));
        }
    }
}
