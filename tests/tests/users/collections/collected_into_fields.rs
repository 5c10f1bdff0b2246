//! Items that are collected into fields, which are lists, deques, maps, sets and texts.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
#[derive(Clone, Debug, Differentiable)]
struct Sim {
    temps: VecDeque<f64>,
    squares: Vec<f64>,
    boxed: Box<[f64]>,
    index: BTreeMap<String, usize>,
    by: HashMap<usize, String>,
    set: HashSet<usize>,
    name: String,
    #[constant]
    w: HashMap<usize, f64>,
    k: f64,
    ids: Vec<usize>,
    pairs: VecDeque<(f64, usize)>,
}
#[differentiable]
impl Sim {
    fn new(initial: &[f64], k: f64, tag: &str) -> Self {
        Sim {
            temps: initial.iter().copied().collect(),
            squares: initial.iter().map(|v| v * v * k).collect(),
            boxed: initial.iter().rev().map(|v| v.sin()).collect(),
            index: initial
                .iter()
                .enumerate()
                .map(|(i, _)| (format!("node{i}"), i))
                .collect(),
            by: (0..initial.len()).map(|i| (i, format!("n{i}"))).collect(),
            set: (0..3).collect(),
            name: tag.chars().rev().collect(),
            w: (0..initial.len()).map(|i| (i, i as f64 + 0.5)).collect(),
            k,
            ids: initial.iter().map(|_| 0).collect(),
            pairs: initial
                .iter()
                .enumerate()
                .map(|(i, v)| (v + k, i))
                .collect(),
        }
    }
    fn value(&mut self) -> f64 {
        let front = self.temps.pop_front().unwrap();
        self.temps.push_back(front * self.k);
        let i = self.index["node1"] + *self.index.get("node1").unwrap()
            - self.index.get("node1").copied().unwrap_or(0);
        let mut s = 0.0;
        for (j, t) in self.temps.iter().enumerate() {
            s += t * self.squares[j] * self.boxed[i] * self.w[&j];
        }
        for (p, n) in &self.pairs {
            s += p * *n as f64;
        }
        s + self.temps.get(i).copied().unwrap_or(0.0) * self.name.len() as f64
            + self.temps.get(9).unwrap_or(&2.0) * self.k
            + self.set.len() as f64 * self.ids.len() as f64 * self.k
    }
}
#[differentiable]
fn run(x: &[f64], k: f64) -> f64 {
    let mut s = Sim::new(x, k, "abc");
    s.value() * s.value()
}

#[test]
fn gradient_is_right() {
    let x = [0.3, 0.8, -0.5];
    for _ in 0..2 {
        let (d, by_k) = run::gradient(&x, 0.7);
        assert_grad(|x| run(x, 0.7), &x, &d);
        assert_grad(|k| run(&x, k[0]), &[0.7], &[by_k]);
    }
}
