//! Lists and options in fields, of types that derive nothing but `Eq`.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NodeId(usize);

#[derive(Clone, Debug, Differentiable)]
struct Path {
    nodes: Vec<NodeId>,
    last: Option<NodeId>,
    cost: f64,
}

#[differentiable]
impl Path {
    fn new() -> Self {
        Path {
            nodes: Vec::new(),
            last: None,
            cost: 0.0,
        }
    }

    fn go(&mut self, to: NodeId, cost: f64) {
        self.nodes.push(to);
        self.last = Some(to);
        self.cost += cost;
    }

    fn back(&mut self) {
        self.nodes.pop();
    }

    fn along(&self, w: &[f64]) -> f64 {
        let mut total = self.cost;
        for node in &self.nodes {
            total *= w[node.0];
        }
        match self.last {
            Some(last) => total * w[last.0],
            None => total,
        }
    }
}

#[differentiable]
fn walk(w: &[f64]) -> f64 {
    let mut path = Path::new();
    path.go(NodeId(0), w[0]);
    path.go(NodeId(1), w[1] * w[0]);
    path.go(NodeId(1), 3.0 * w[0]);
    path.back();
    let other = path.clone();
    path.along(w) + other.cost + other.along(w)
}

check!(of_a_walk, walk(&[0.5, 2.0]), walk(&[1.5, -0.3]));

#[derive(Clone, Debug, Differentiable)]
struct Graph {
    ids: Vec<NodeId>,
    next: Option<NodeId>,
    pairs: Vec<(NodeId, NodeId)>,
    rows: Vec<Vec<NodeId>>,
    corners: [NodeId; 3],
    parents: Vec<Option<NodeId>>,
    w: Vec<f64>,
}

#[differentiable]
impl Graph {
    fn by_index(&self) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.ids.len() {
            sum += self.w[self.ids[i].0] * (i as f64 + 1.0) * self.w[self.pairs[i].1.0];
        }
        sum
    }

    fn by_items(&self) -> f64 {
        let mut sum = 0.0;
        for id in &self.ids {
            sum += self.w[id.0].sin() * id.0 as f64;
        }
        for &(a, b) in &self.pairs {
            sum += self.w[a.0] * self.w[b.0];
        }
        for (i, row) in self.rows.iter().enumerate() {
            for id in row {
                sum += self.w[i] * self.w[id.0];
            }
        }
        sum + self.ids.iter().map(|id| self.w[id.0]).sum::<f64>()
    }

    fn by_patterns(&self) -> f64 {
        let [a, b, c] = self.corners;
        let Some(next) = self.next else {
            return self.w[a.0];
        };
        let mut product = self.w[next.0] * self.w[a.0] + self.w[b.0] * self.w[c.0];
        if self.next == Some(NodeId(1)) && self.ids.contains(&next) {
            product *= self.w[0];
        }
        product
    }

    fn upwards(&self) -> f64 {
        let mut at = self.corners[2];
        let mut sum = self.w[at.0];
        while let Some(parent) = self.parents[at.0] {
            sum += self.w[parent.0] * self.w[parent.0];
            at = parent;
        }
        sum
    }

    fn changed(&self, k: f64) -> Graph {
        let mut graph = Graph {
            ids: self.ids.clone(),
            w: self.w.iter().map(|w| w * k).collect(),
            ..self.clone()
        };
        graph.ids.swap(0, 1);
        graph.ids.truncate(1);
        graph.ids[0] = self.corners[1];
        graph.ids[0].0 += 1;
        graph.ids.extend_from_slice(&self.ids);
        graph.next = graph.ids.pop();
        graph.pairs.reverse();
        graph
    }
}

fn graph(w: &[f64]) -> Graph {
    let [a, b, c] = [NodeId(0), NodeId(1), NodeId(2)];
    Graph {
        ids: vec![b, c],
        next: Some(b),
        pairs: vec![(a, b), (c, a)],
        rows: vec![vec![b, c], vec![a], vec![]],
        corners: [a, b, c],
        parents: vec![None, Some(a), Some(b)],
        w: w.to_vec(),
    }
}

#[differentiable]
fn of_graph(graph: &Graph) -> f64 {
    let changed = graph.changed(graph.w[0]);
    graph.by_index() * graph.by_patterns() + graph.by_items() + graph.upwards()
        - changed.by_index() * changed.by_items()
        + changed.by_patterns()
}

#[test]
fn of_lists_of_nodes() {
    let w = [0.5, 2.0, 0.7];
    let gradient = of_graph::gradient(&graph(&w)).w;
    for i in 0..w.len() {
        let moved = |by: f64| {
            let mut w = w;
            w[i] += by;
            of_graph(&graph(&w))
        };
        let slope = (moved(1e-5) - moved(-1e-5)) / 2e-5;
        assert!((gradient[i] - slope).abs() < 1e-6 * (1.0 + slope.abs()));
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Load(usize),
    Named(String),
    Add,
    Mul,
}

#[derive(Clone, Debug, Differentiable)]
struct Program {
    tokens: Vec<Token>,
    stack: Vec<f64>,
}

#[differentiable]
impl Program {
    fn run(&mut self, x: &[f64]) -> f64 {
        for i in 0..self.tokens.len() {
            match &self.tokens[i] {
                Token::Load(at) => self.stack.push(x[*at]),
                Token::Named(name) => self.stack.push(if name == "half" { 0.5 } else { x[0] }),
                Token::Add => {
                    let top = self.stack.pop().unwrap();
                    let under = self.stack.pop().unwrap();
                    self.stack.push(under + top);
                }
                Token::Mul => {
                    let top = self.stack.pop().unwrap();
                    let under = self.stack.pop().unwrap();
                    self.stack.push(under * top);
                }
            }
        }
        self.stack[0]
    }
}

#[differentiable]
fn run(x: &[f64], #[constant] tokens: &[Token]) -> f64 {
    let mut program = Program {
        tokens: tokens.to_vec(),
        stack: Vec::new(),
    };
    program.run(x)
}

#[differentiable]
fn interpreted(x: &[f64]) -> f64 {
    let tokens = [
        Token::Load(0),
        Token::Load(1),
        Token::Mul,
        Token::Named("half".to_string()),
        Token::Add,
        Token::Load(1),
        Token::Mul,
    ];
    run(x, &tokens)
}

check!(
    of_tokens,
    interpreted(&[0.5, 2.0]),
    interpreted(&[1.5, -0.3])
);
