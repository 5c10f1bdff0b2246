//! Methods and functions that give a part of an argument a name before they return it.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Node {
    t: f64,
    w: Vec<f64>,
    #[constant]
    id: usize,
}
#[derive(Clone, Differentiable)]
struct Tree {
    nodes: Vec<Node>,
    fallback: Node,
    rows: Vec<Vec<f64>>,
}
#[differentiable]
impl Tree {
    fn hottest(&self) -> &Node {
        let mut best = &self.nodes[0];
        for n in &self.nodes[1..] {
            if n.t > best.t {
                best = n;
            }
        }
        best
    }
    fn by_id(&self, id: usize) -> &Node {
        for n in self.nodes.iter() {
            if n.id == id {
                return n;
            }
        }
        &self.fallback
    }
    fn by_id2(&self, id: usize) -> &Node {
        match self.nodes.iter().find(|n| n.id == id) {
            Some(n) => n,
            None => &self.fallback,
        }
    }
    fn by_id3(&self, id: usize) -> &f64 {
        if let Some(n) = self.nodes.get(id) {
            return &n.w[1];
        }
        let last = self.nodes.last().unwrap();
        &last.t
    }
    fn row(&self, i: usize) -> &[f64] {
        let row = &self.rows[i + 1 - 1];
        let skip = row.len() / 2;
        &row[skip..]
    }
    fn pick(&self, i: usize) -> &Node {
        let node = if i == 0 {
            &self.fallback
        } else {
            &self.nodes[i - 1]
        };
        node
    }
    fn weights_mut(&mut self, id: usize) -> &mut [f64] {
        let node = &mut self.nodes[id];
        &mut node.w
    }
    fn find_mut(&mut self, id: usize) -> &mut Node {
        for n in self.nodes.iter_mut() {
            if n.id == id {
                return n;
            }
        }
        &mut self.fallback
    }
    fn nth_cold(&self, k: usize) -> &Node {
        let mut at = 0;
        let mut seen = 0;
        for (i, n) in self.nodes.iter().enumerate() {
            if n.t < 1.0 {
                seen += 1;
                if seen > k {
                    at = i;
                    break;
                }
            }
        }
        let found = &self.nodes[at];
        at += 1;
        found
    }
}
#[differentiable]
fn longest<'a>(a: &'a [f64], b: &'a [f64]) -> &'a [f64] {
    let la = a.len();
    let lb = b.len();
    let out = if la > lb { a } else { b };
    out
}
#[differentiable]
fn take(p: &[f64], at: usize, n: usize) -> &[f64] {
    let s = &p[at..at + n];
    s
}
#[differentiable]
fn tail<'a>(p: &'a [f64], k: &usize) -> &'a [f64] {
    let k = *k;
    let (a, b) = (k, p.len());
    let p = &p[a..b];
    let p = &p[1..];
    p
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let node = |i: usize| Node {
        t: x[i],
        w: vec![x[i] * x[i], x[1] * x[i]],
        id: i,
    };
    let mut tree = Tree {
        nodes: (0..4).map(node).collect(),
        fallback: node(4),
        rows: x.windows(3).map(|w| w.to_vec()).collect(),
    };
    let mut s = tree.hottest().t * tree.hottest().w[0];
    for i in 0..6 {
        s += tree.by_id(i).t.sin() + tree.by_id2(i).w[1] * i as f64 + tree.by_id3(i);
    }
    s += tree.row(0).iter().sum::<f64>() * tree.row(2)[0];
    s += tree.pick(0).t * tree.pick(2).t + tree.nth_cold(1).t.powi(3);
    tree.weights_mut(2)[1] *= x[0];
    tree.find_mut(3).t += x[2] * x[2];
    tree.find_mut(9).w[0] = x[1];
    let (a, b) = x.split_at(2);
    s += longest(a, b).iter().product::<f64>() + take(x, 1, 2)[1] * tail(x, &1)[0];
    s + tree
        .nodes
        .iter()
        .map(|n| n.t * n.w[0] * n.w[1])
        .sum::<f64>()
        + tree.fallback.w[0] * tree.fallback.t
}

#[test]
fn parts_are_found() {
    for at in [
        &[1.4, 0.3, -0.2, 0.8, 0.5][..],
        &[0.4, 1.3, -0.2, 0.8, 2.5][..],
    ] {
        let gradient = f::gradient(at);
        assert_grad(f, at, &gradient);
        assert_eq!(gradient, f::gradient(at));
    }
}
