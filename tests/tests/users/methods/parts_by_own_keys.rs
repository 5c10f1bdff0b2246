//! Methods that return references to parts, which types that derive nothing choose.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NodeId(usize);
#[derive(Clone, Copy, Debug, PartialEq)]
enum Level {
    At(usize),
    Above { by: f64 },
}
#[derive(Clone, Copy, PartialEq)]
struct Key {
    row: usize,
    col: usize,
}
#[derive(Clone, Differentiable)]
struct Edge {
    to: NodeId,
    weight: f64,
}
#[derive(Clone, Default, Differentiable)]
struct Graph {
    adjacency: Vec<Vec<Edge>>,
    base: Vec<f64>,
}
#[differentiable]
impl Graph {
    fn edges(&self, n: NodeId) -> &[Edge] {
        &self.adjacency[n.0]
    }
    fn edge(&self, key: &Key) -> &Edge {
        &self.adjacency[key.row][key.col]
    }
    fn find(&self, from: NodeId, to: NodeId) -> Option<&Edge> {
        self.adjacency[from.0].iter().find(|e| e.to == to)
    }
    fn level(&self, l: Level) -> &f64 {
        match l {
            Level::At(i) => &self.base[i],
            Level::Above { by } if by > 1.0 => &self.base[1],
            _ => &self.base[2],
        }
    }
}
#[differentiable]
fn pick<'a>(list: &'a [f64], at: NodeId) -> &'a f64 {
    &list[at.0]
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut g = Graph {
        adjacency: vec![
            vec![Edge {
                to: NodeId(1),
                weight: x[0],
            }],
            vec![Edge {
                to: NodeId(0),
                weight: x[1],
            }],
        ],
        base: x.to_vec(),
    };
    let s: f64 = g.edges(NodeId(0)).iter().map(|e| e.weight * e.weight).sum();
    let k = Key { row: 1, col: 0 };
    let mut total = s * g.edge(&k).weight;
    if let Some(e) = g.find(NodeId(0), NodeId(1)) {
        total += e.weight.sin();
    }
    total += g.find(NodeId(0), NodeId(0)).map_or(x[1], |e| e.weight);
    total + g.level(Level::At(1)) * g.level(Level::Above { by: 0.5 }) + pick(x, NodeId(2)).powi(2)
}
check!(chosen, f(&[1.0, 2.0, 4.0]), f(&[3.0, 2.0, 4.0]));
