use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct Gate {
    wx: f64,
    wh: f64,
    b: f64,
}

#[differentiable]
impl Gate {
    fn pre(&self, x: f64, h: f64) -> f64 {
        self.wx * x + self.wh * h + self.b
    }
}

#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct Lstm {
    input: Gate,
    forget: Gate,
    cell: Gate,
    output: Gate,
}

#[differentiable]
impl Lstm {
    fn run(&self, xs: &[f64]) -> f64 {
        let sigmoid = |z: f64| 1.0 / (1.0 + (-z).exp());
        let (mut h, mut c) = (0.0, 0.0);
        for &x in xs {
            let i = sigmoid(self.input.pre(x, h));
            let f = sigmoid(self.forget.pre(x, h));
            let o = sigmoid(self.output.pre(x, h));
            c = f * c + i * self.cell.pre(x, h).tanh();
            h = o * f64::tanh(c);
        }
        h
    }
}

#[test]
fn gradient_is_right() {
    let gate = |v: &[f64]| Gate {
        wx: v[0],
        wh: v[1],
        b: v[2],
    };
    let mk = |v: &[f64]| Lstm {
        input: gate(&v[0..]),
        forget: gate(&v[3..]),
        cell: gate(&v[6..]),
        output: gate(&v[9..]),
    };
    let v = [
        0.5, -0.3, 0.1, 0.8, 0.2, 1.0, -0.6, 0.9, 0.0, 0.4, 0.7, -0.2,
    ];
    let xs = [0.5, -1.0, 0.8];
    let (g, dx) = mk(&v).run_gradient(&xs);
    let flat: Vec<f64> = [g.input, g.forget, g.cell, g.output]
        .iter()
        .flat_map(|g| [g.wx, g.wh, g.b])
        .collect();
    assert_grad(|v| mk(v).run(&xs), &v, &flat);
    assert_grad(|x| mk(&v).run(x), &xs, &dx);
}
