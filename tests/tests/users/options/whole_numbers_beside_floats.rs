//! Structs with an option of a whole number and one of a float, in a list: whole numbers that are matched are weights.

use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Node {
    label: Option<usize>,
    heat: Option<f64>,
    weight: f64,
}

#[differentiable]
fn total(nodes: &[Node]) -> f64 {
    let mut total = 0.0;
    for n in nodes {
        if let Some(label) = n.label {
            total += label as f64 * n.weight * n.weight;
        }
        if let (Some(label), Some(heat)) = (n.label, n.heat) {
            total += heat.powi(label as i32);
        }
    }
    total
}

#[test]
fn gradients() {
    let node = |(i, &v): (usize, &f64)| Node {
        label: (i % 2 == 0).then_some(i + 1),
        heat: (v > 0.5).then_some(v * 2.0),
        weight: v,
    };
    let nodes = |x: &[f64]| -> Vec<Node> { x.iter().enumerate().map(node).collect() };
    check(
        |x| total(&nodes(x)),
        |x| {
            let of_heat = |t: &NodeTangent| t.heat.map_or(0.0, |h| 2.0 * h);
            let by_nodes = total::gradient(&nodes(x));
            by_nodes.iter().map(|t| t.weight + of_heat(t)).collect()
        },
        &[&[0.3, 1.2, 0.9, 0.4]],
    );
}
