//! Functions and methods that return iterators, and methods that call themselves for each part.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[derive(Clone, Differentiable)]
struct Signal {
    samples: Vec<f64>,
    dt: f64,
}

#[differentiable]
impl Signal {
    fn slopes(&self) -> impl Iterator<Item = f64> + '_ {
        self.samples
            .windows(2)
            .map(move |w| (w[1] - w[0]) / self.dt)
    }

    fn raw(&self) -> impl DoubleEndedIterator<Item = &f64> {
        self.samples.iter()
    }

    fn pieces(&self, n: usize) -> impl Iterator<Item = &[f64]> {
        self.samples.chunks(n)
    }

    fn even(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.slopes().enumerate().filter(|(i, _)| i % 2 == 0)
    }

    fn squares<'a>(&'a self) -> Box<dyn Iterator<Item = f64> + 'a> {
        Box::new(self.samples.iter().map(|s| s * s))
    }

    fn energy(&self) -> f64 {
        self.slopes().map(|d| d * d).sum::<f64>() * self.dt
    }
}

#[differentiable]
fn of_methods(x: &[f64], dt: f64) -> f64 {
    let signal = Signal {
        samples: x.to_vec(),
        dt,
    };
    let mut sum = 0.0;
    for slope in signal.slopes() {
        sum += slope.sin();
    }
    for (i, slope) in signal.even() {
        sum += slope * (i + 1) as f64;
    }
    let folded = signal.slopes().fold(0.0, |m, d| m + d.abs());
    let products: f64 = (signal.raw().zip(signal.slopes()))
        .map(|(a, b)| a * b)
        .sum();
    let by_pieces: f64 = signal.pieces(2).map(|p| p.iter().product::<f64>()).sum();
    let squares: Vec<f64> = signal.squares().collect();
    sum + signal.energy() * folded + products * by_pieces + squares[1]
}
check!(of_methods_checks, of_methods(&[0.3, 1.4, 0.7, 0.2], 0.5));

#[differentiable]
fn averages(x: &[f64], n: usize) -> impl Iterator<Item = f64> + '_ {
    x.windows(n).map(move |w| w.iter().sum::<f64>() / n as f64)
}

#[differentiable]
fn of_functions(x: &[f64]) -> f64 {
    let all: Vec<f64> = averages(x, 2).collect();
    let cubes: f64 = averages(&all, 1).map(|v| v.powi(3)).sum();
    let paired: f64 = x.iter().zip(averages(x, 3)).map(|(a, b)| a * b).sum();
    cubes * averages(x, 2).fold(1.0, |a, b| a * b) + paired
}
check!(of_functions_checks, of_functions(&[0.3, 1.4, 0.7, 0.2]));

#[derive(Clone, Differentiable)]
struct Node {
    weight: f64,
    children: Vec<Node>,
}

#[differentiable]
impl Node {
    fn new(weight: f64, children: Vec<Node>) -> Self {
        Node { weight, children }
    }

    fn total(&self) -> f64 {
        self.weight * self.weight + self.children.iter().map(|c| c.total()).sum::<f64>()
    }

    fn faded(&self, k: f64) -> f64 {
        let mut total = self.weight * k;
        for child in &self.children {
            total += child.faded(k * 0.5);
        }
        total
    }

    fn product(&self) -> f64 {
        self.children.iter().map(Node::product).product::<f64>() * self.weight
    }
}

#[differentiable]
fn of_trees(x: &[f64]) -> f64 {
    let deep = Node::new(x[2], vec![Node::new(x[0] * x[1], Vec::new())]);
    let root = Node::new(x[0], vec![Node::new(x[1], vec![]), deep]);
    root.total() + root.faded(x[2]) * root.product()
}
check!(of_trees_checks, of_trees(&[0.3, 1.4, 0.7]));

#[derive(Clone, Differentiable)]
struct Graph {
    edges: Vec<(usize, usize, f64)>,
}

#[differentiable]
impl Graph {
    fn from(&self, node: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        (self.edges.iter())
            .filter(move |(a, _, _)| *a == node)
            .map(|&(_, b, w)| (b, w))
    }

    fn flow(&self, node: usize) -> f64 {
        self.from(node).map(|(to, w)| w * w + self.flow(to)).sum()
    }
}

#[differentiable]
fn of_graphs(x: &[f64]) -> f64 {
    let graph = Graph {
        edges: vec![
            (0, 1, x[0]),
            (0, 2, x[1]),
            (1, 2, x[2]),
            (2, 3, x[0] * x[1]),
        ],
    };
    graph.flow(0)
}
check!(of_graphs_checks, of_graphs(&[0.3, 1.4, 0.7]));
