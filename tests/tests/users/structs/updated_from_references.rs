//! Functional updates whose base stays where it is: what is left of it can be copied.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Tensor {
    data: Vec<f64>,
    scale: f64,
    width: usize,
}

#[derive(Differentiable)]
struct Holder {
    tensor: Tensor,
    others: Vec<Tensor>,
}

#[differentiable]
fn doubled(x: &Tensor) -> Tensor {
    Tensor {
        data: x.data.iter().map(|v| 2.0 * v).collect(),
        ..*x
    }
}

#[differentiable]
impl Holder {
    fn filled(&self, v: f64) -> Tensor {
        Tensor {
            data: vec![v; self.tensor.width],
            ..self.tensor
        }
    }

    fn other(&self, i: usize, v: f64) -> Tensor {
        Tensor {
            data: vec![v; 2],
            ..self.others[i]
        }
    }
}

#[differentiable]
fn all(p: &[f64]) -> f64 {
    let first = Tensor {
        data: p.to_vec(),
        scale: 2.0 * p[0],
        width: 2,
    };
    let holder = Holder {
        tensor: doubled(&first),
        others: vec![first],
    };
    let filled = holder.filled(p[1]);
    let other = holder.other(0, p[0]);
    let one = Tensor {
        data: vec![p[1]],
        ..filled
    };
    let two = Tensor {
        data: vec![p[0], 2.0],
        ..filled
    };
    filled.scale * other.data[1]
        + filled.data[0] * one.data[0] * two.scale
        + one.scale * two.data[0]
        + holder.tensor.data[1] * other.scale
}

#[test]
fn gradient_is_right() {
    for p in [[1.0, 2.0], [-0.5, 0.3]] {
        assert_grad(all, &p, &all::gradient(&p));
    }
}
