use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Dense {
    weights: Vec<Vec<f64>>,
    bias: Vec<f64>,
}

#[differentiable]
impl Dense {
    fn forward(&self, input: &[f64]) -> Vec<f64> {
        self.weights
            .iter()
            .zip(self.bias.iter())
            .map(|(row, b)| row.iter().zip(input).map(|(w, x)| w * x).sum::<f64>() + b)
            .collect()
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Mlp {
    hidden: Dense,
    output: Dense,
}

#[differentiable]
impl Mlp {
    fn predict(&self, x: &[f64]) -> f64 {
        let h: Vec<f64> = self
            .hidden
            .forward(x)
            .into_iter()
            .map(|v| v.tanh())
            .collect();
        self.output.forward(&h)[0]
    }
}

#[differentiable]
fn loss(net: &Mlp, xs: &[[f64; 2]], ys: &[f64]) -> f64 {
    let mut acc = 0.0;
    for (x, y) in xs.iter().zip(ys) {
        let e = net.predict(x) - y;
        acc += e * e;
    }
    acc / ys.len() as f64
}

#[cfg(test)]
fn build(p: &[f64]) -> Mlp {
    Mlp {
        hidden: Dense {
            weights: vec![vec![p[0], p[1]], vec![p[2], p[3]]],
            bias: vec![p[4], p[5]],
        },
        output: Dense {
            weights: vec![vec![p[6], p[7]]],
            bias: vec![p[8]],
        },
    }
}

#[test]
fn gradient_is_right() {
    let p = [0.3, -0.2, 0.8, 0.1, 0.05, -0.4, 1.2, -0.7, 0.2];
    let xs = [[1.0, 0.5], [-0.3, 0.8], [0.2, -1.0]];
    let ys = [0.4, -0.1, 0.3];
    let (g, _, dys) = loss::gradient(&build(&p), &xs, &ys);
    let flat = [
        g.hidden.weights[0][0],
        g.hidden.weights[0][1],
        g.hidden.weights[1][0],
        g.hidden.weights[1][1],
        g.hidden.bias[0],
        g.hidden.bias[1],
        g.output.weights[0][0],
        g.output.weights[0][1],
        g.output.bias[0],
    ];
    assert_grad(|p| loss(&build(p), &xs, &ys), &p, &flat);
    assert_grad(|y| loss(&build(&p), &xs, y), &ys, &dys);
}
