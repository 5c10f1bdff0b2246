//! Walks over trees by a stack, a queue, or the nodes of a level.

use crate::check;
use pullback::{Differentiable, differentiable};
use std::collections::VecDeque;

#[derive(Clone, Debug, Differentiable)]
struct Node {
    weight: f64,
    children: Vec<Node>,
}

#[differentiable]
impl Node {
    fn total(&self) -> f64 {
        let mut stack = vec![self];
        let mut sum = 0.0;
        while let Some(node) = stack.pop() {
            sum += node.weight * node.weight;
            for child in &node.children {
                stack.push(child);
            }
        }
        sum
    }

    fn breadth(&self) -> f64 {
        let mut queue = VecDeque::new();
        queue.push_back(self);
        let (mut sum, mut k) = (0.0, 1.0);
        while let Some(node) = queue.pop_front() {
            sum += k * node.weight;
            k += 1.0;
            for child in &node.children {
                queue.push_back(child);
            }
        }
        sum
    }
}

#[differentiable]
fn potential(root: &Node, x: f64) -> f64 {
    let mut stack: Vec<&Node> = vec![root];
    let mut sum = 0.0;
    while let Some(node) = stack.pop() {
        let d = ((node.weight - x).powi(2) + 0.01).sqrt();
        if node.children.is_empty() {
            sum -= node.weight / d;
        } else {
            stack.extend(node.children.iter());
        }
    }
    sum
}

#[differentiable]
fn gains(root: &Node) -> f64 {
    let mut queue: VecDeque<(&Node, f64)> = VecDeque::from([(root, 1.0)]);
    let mut sum = 0.0;
    while let Some((node, gain)) = queue.pop_front() {
        sum += gain * node.weight;
        for child in &node.children {
            queue.push_back((child, gain * node.weight));
        }
    }
    sum
}

#[differentiable]
fn by_level(root: &Node) -> f64 {
    let mut queue = VecDeque::from([root]);
    let mut sum = 0.0;
    let mut depth = 1.0;
    while !queue.is_empty() {
        let size = queue.len();
        let mut product = 1.0;
        for _ in 0..size {
            let node = queue.pop_front().unwrap();
            product *= node.weight;
            queue.extend(node.children.iter());
        }
        sum += depth * product;
        depth += 1.0;
    }
    sum
}

#[differentiable]
fn level_by_level(root: &Node) -> f64 {
    let mut level = vec![root];
    let mut sum = 0.0;
    let mut depth = 1.0;
    while !level.is_empty() {
        let mut next = Vec::new();
        for node in &level {
            sum += depth * node.weight * node.weight;
            next.extend(&node.children);
        }
        level = next;
        depth *= 2.0;
    }
    sum
}

#[derive(Clone, Debug, Differentiable)]
struct Branch {
    weight: f64,
    left: Option<Box<Branch>>,
    right: Option<Box<Branch>>,
}

#[differentiable]
fn of_boxes(root: &Branch) -> f64 {
    let mut stack = vec![root];
    let mut sum = 0.0;
    while let Some(branch) = stack.pop() {
        sum += branch.weight * branch.weight;
        if let Some(left) = &branch.left {
            stack.push(left);
        }
        if let Some(right) = branch.right.as_ref() {
            stack.push(right);
        }
    }
    sum
}

#[differentiable]
fn walked(x: &[f64]) -> f64 {
    let leaf = |weight: f64| Node {
        weight,
        children: vec![],
    };
    let inner = Node {
        weight: x[1],
        children: vec![leaf(x[2])],
    };
    let root = Node {
        weight: x[0],
        children: vec![inner, leaf(x[3])],
    };
    let left = Branch {
        weight: x[1],
        left: None,
        right: None,
    };
    let branch = Branch {
        weight: x[0],
        left: Some(Box::new(left)),
        right: None,
    };
    root.total()
        + root.breadth().sin()
        + potential(&root, x[0] * x[2])
        + gains(&root)
        + by_level(&root) * level_by_level(&root)
        + of_boxes(&branch)
}

#[test]
fn gradients_are_right() {
    let points = [&[1.0, 2.0, 0.5, -0.3][..], &[0.2, -1.0, 3.0, 0.7]];
    check(walked, |x| walked::gradient(x), &points);
}
