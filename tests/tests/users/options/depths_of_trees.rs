//! Methods that give whole numbers of trees, by names and by paths, beside such that give floats.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Differentiable, Clone)]
struct Node {
    value: f64,
    left: Option<Box<Node>>,
    right: Option<Box<Node>>,
}

#[differentiable]
impl Node {
    fn depth(&self) -> usize {
        let left = self.left.as_deref().map_or(0, |n| n.depth());
        1 + left.max(self.right.as_deref().map_or(0, Node::depth))
    }
    fn count(&self) -> usize {
        1 + self.left.as_deref().map(Self::count).unwrap_or(0)
            + self.right.as_deref().map_or(0, Self::count)
    }
    fn sum(&self) -> f64 {
        let l = self.left.as_ref().map_or(0.0, |n| n.sum());
        let r = match &self.right {
            Some(n) => n.sum(),
            None => 0.0,
        };
        self.value + 0.5 * l * r + l + r
    }
    fn heaviest(&self) -> f64 {
        match (&self.left, &self.right) {
            (None, None) => self.value,
            (Some(n), None) | (None, Some(n)) => self.value + n.heaviest(),
            (Some(a), Some(b)) => self.value + a.heaviest().max(b.heaviest()),
        }
    }
}

#[differentiable]
fn tree(x: &[f64]) -> f64 {
    let leaf = |v: f64| {
        Some(Box::new(Node {
            value: v,
            left: None,
            right: None,
        }))
    };
    let right = Node {
        value: x[2] * x[1],
        left: leaf(x[0]),
        right: None,
    };
    let t = Node {
        value: x[0],
        left: leaf(x[1]),
        right: Some(Box::new(right)),
    };
    t.sum() * t.heaviest() + t.depth() as f64 * x[0] + t.count() as f64 * x[1] * x[1]
}

#[test]
fn gradient_is_right() {
    for x in [[0.5, 1.0, 7.0], [0.5, 2.0, -1.0]] {
        assert_grad(tree, &x, &tree::gradient(&x));
        assert_eq!(tree::gradient(&x), tree::gradient(&x));
    }
}
