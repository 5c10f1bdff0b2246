//! `?` and `match` on what a reference gives, whose methods are called then.

use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Node {
    key: f64,
    count: usize,
    left: Option<Box<Node>>,
    right: Option<Box<Node>>,
}

#[differentiable]
impl Node {
    fn leaf(key: f64) -> Self {
        Node {
            key,
            count: 1,
            left: None,
            right: None,
        }
    }

    fn insert(&mut self, key: f64) {
        let side = if key < self.key {
            &mut self.left
        } else {
            &mut self.right
        };
        match side {
            Some(child) => child.insert(key),
            None => *side = Some(Box::new(Node::leaf(key))),
        }
        self.count += 1;
    }

    fn kth(&self, k: usize) -> Option<f64> {
        let left = self.left.as_ref().map_or(0, |l| l.count);
        if k < left {
            self.left.as_ref()?.kth(k)
        } else if k == left {
            Some(self.key * self.key)
        } else {
            self.right.as_deref()?.kth(k - left - 1)
        }
    }

    fn smallest(&self) -> f64 {
        let child = match &self.left {
            Some(child) => child,
            None => return self.key,
        };
        child.smallest()
    }
}

#[differentiable]
fn spread(x: &[f64], k: usize) -> f64 {
    let Some((&first, rest)) = x.split_first() else {
        return 0.0;
    };
    let mut root = Node::leaf(first);
    for &key in rest {
        root.insert(key);
    }
    root.kth(k).unwrap_or(1.0) * root.smallest()
}

#[test]
fn test_asked_behind_references() {
    for k in 0..7 {
        check(
            |x| spread(x, k),
            |x| spread::gradient(x, k),
            &[&[1.0, 0.5, 2.0, -1.0, 1.7, 0.7], &[2.0], &[0.3, 0.6, 0.2]],
        );
    }
}
