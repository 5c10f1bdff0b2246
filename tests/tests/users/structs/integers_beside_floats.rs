use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Net {
    rate: f64,
    widths: Vec<usize>,
    pooling: Pooling,
}

#[derive(Clone, Debug, Differentiable)]
enum Pooling {
    Max(usize),
    Scale(f64),
}

#[differentiable]
impl Net {
    fn size(&self) -> f64 {
        let total: usize = self.widths.iter().sum();
        let mut wide = 0usize;
        for w in &self.widths {
            wide += w;
            wide -= *w / 2;
        }
        self.rate * total as f64 + wide as f64
    }

    fn pooled(&self, x: &[f64]) -> f64 {
        match &self.pooling {
            Pooling::Max(k) => x
                .chunks(*k)
                .map(|c| c.iter().copied().fold(f64::NEG_INFINITY, f64::max))
                .sum(),
            Pooling::Scale(s) => s * x.iter().sum::<f64>(),
        }
    }
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for pooling in [Pooling::Max(2), Pooling::Scale(x[1])] {
        let net = Net {
            rate: x[0],
            widths: vec![4, 3, 2],
            pooling,
        };
        s += net.size() * net.pooled(x);
    }
    s
}

#[test]
fn gradient_is_right() {
    for x in [[0.7, 1.3, 0.9], [1.5, -2.1, 0.4]] {
        assert_grad(f, &x, &f::gradient(&x));
    }
}
