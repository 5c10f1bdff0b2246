use crate::check;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn looked_up(x: &[f64], at: &[Option<usize>]) -> f64 {
    let next: f64 = at
        .iter()
        .filter_map(|i| i.and_then(|i| x.get(i + 1)))
        .map(|v| v * v)
        .sum();
    let all: f64 = at.iter().flatten().flat_map(|&i| x.get(i)).product();
    let twice: f64 = at.iter().flat_map(|i| i.map(|i| x[i] * 2.0)).sum();
    let mut before = 0.0;
    for i in at {
        before += match i.and_then(|i| i.checked_sub(1)).and_then(|i| x.get(i)) {
            Some(v) => v * v * v,
            None => 1.0,
        };
    }
    next + all + twice * before
}

#[differentiable]
fn one(x: &[f64], i: Option<usize>) -> f64 {
    let here = i.and_then(|i| x.get(i));
    let next = i.and_then(|i| x.get(i + 1)).copied().unwrap_or(0.3);
    here.map_or(1.0, |v| v * next)
}

#[differentiable]
fn entry(rows: &[Vec<f64>], at: Option<(usize, usize)>) -> f64 {
    let v = at.and_then(|(r, c)| rows.get(r).and_then(|row| row.get(c)));
    let sum = at
        .map(|(r, _)| &rows[r])
        .map_or(0.0, |row| row.iter().sum::<f64>());
    v.copied().unwrap_or(0.5) * sum
}

#[derive(Differentiable, Clone)]
struct Node {
    heat: f64,
    parent: Option<usize>,
    children: Vec<usize>,
}

#[derive(Differentiable, Clone)]
struct Tree {
    nodes: Vec<Node>,
}

#[differentiable]
impl Tree {
    fn parent(&self, i: usize) -> Option<&Node> {
        self.nodes[i].parent.and_then(|p| self.nodes.get(p))
    }

    fn at(&self, i: usize) -> f64 {
        let node = &self.nodes[i];
        let below: f64 = (node.children.iter())
            .filter_map(|&k| self.nodes.get(k))
            .map(|child| child.heat)
            .sum();
        let above = node.parent.and_then(|p| self.nodes[p].parent);
        let above = above.map_or(0.0, |p| self.nodes[p].heat);
        node.heat * self.parent(i).map_or(0.5, |p| p.heat) + below * above
    }

    fn total(&self) -> f64 {
        (0..self.nodes.len()).map(|i| self.at(i)).sum()
    }
}

fn tree(heats: &[f64]) -> Tree {
    let parents = [None, Some(0), Some(0), Some(1)];
    let children = [vec![1, 2], vec![3, 9], vec![], vec![7]];
    let nodes = (heats.iter().zip(parents)).zip(children);
    Tree {
        nodes: nodes
            .map(|((&heat, parent), children)| Node {
                heat,
                parent,
                children,
            })
            .collect(),
    }
}

#[test]
fn main_test() {
    let x: &[f64] = &[0.5, 2.0, -1.5, 0.8];
    let at = [Some(0), None, Some(3), Some(1)];
    check(|v| looked_up(v, &at), |v| looked_up::gradient(v, &at), &[x]);
    for i in [Some(0), None, Some(3)] {
        check(|v| one(v, i), |v| one::gradient(v, i), &[x]);
    }
    let rows = |v: &[f64]| [v[..2].to_vec(), v[2..].to_vec()];
    for at in [None, Some((0, 1)), Some((1, 0)), Some((1, 5))] {
        check(
            |v| entry(&rows(v), at),
            |v| entry::gradient(&rows(v), at).concat(),
            &[x],
        );
    }
    check(
        |v| tree(v).total(),
        |v| {
            let by_nodes = tree(v).total_gradient().nodes;
            by_nodes.iter().map(|node| node.heat).collect()
        },
        &[x],
    );
}
