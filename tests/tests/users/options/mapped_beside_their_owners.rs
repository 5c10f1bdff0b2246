//! `filter_map` over options in fields, whose closures give a reference to the owner along.

use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Node {
    label: Option<usize>,
    heat: Option<f64>,
    weight: f64,
}

fn nodes(x: &[f64]) -> Vec<Node> {
    let node = |(i, &v): (usize, &f64)| Node {
        label: (i % 2 == 0).then_some(i + 1),
        heat: (v > 0.5).then_some(v * 2.0),
        weight: v,
    };
    x.iter().enumerate().map(node).collect()
}

#[differentiable]
fn labelled(nodes: &[Node]) -> f64 {
    nodes
        .iter()
        .filter_map(|n| n.label.map(|l| (l, n)))
        .map(|(l, n)| l as f64 * n.weight * n.weight)
        .sum()
}

#[differentiable]
fn warm(nodes: &[Node]) -> f64 {
    let warm: Vec<(f64, &Node)> = nodes
        .iter()
        .filter_map(|n| n.heat.map(|h| (h.sin(), n)))
        .collect();
    warm.iter().map(|(h, n)| h * n.weight).sum()
}

#[test]
fn gradients() {
    let numbers = |by_nodes: Vec<NodeTangent>| -> Vec<f64> {
        let of_heat = |t: &NodeTangent| t.heat.map_or(0.0, |h| 2.0 * h);
        by_nodes.iter().map(|t| t.weight + of_heat(t)).collect()
    };
    let points: &[&[f64]] = &[&[0.3, 1.2, 0.9, 0.4]];
    check(
        |x| labelled(&nodes(x)),
        |x| numbers(labelled::gradient(&nodes(x))),
        points,
    );
    check(
        |x| warm(&nodes(x)),
        |x| numbers(warm::gradient(&nodes(x))),
        points,
    );
}
