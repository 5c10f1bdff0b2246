use crate::check;
use pullback::{Differentiable, differentiable};
#[derive(Clone, Debug, Differentiable)]
struct Edge {
    from: usize,
    to: usize,
    weight: f64,
}
#[derive(Clone, Debug, Differentiable)]
struct Net {
    edges: Vec<Edge>,
}
#[differentiable]
impl Net {
    fn inc(&self, id: usize) -> impl Iterator<Item = &Edge> {
        self.edges.iter().filter(move |e| e.to == id)
    }
    fn total(&self, id: usize) -> f64 {
        self.inc(id).map(|e| e.weight).sum()
    }
    fn total2(&self, id: usize) -> f64 {
        let mut s = 0.0;
        for e in self.inc(id) {
            s += e.weight * e.weight;
        }
        s
    }
}
#[differentiable]
fn f(n: &Net) -> f64 {
    let mut s = n.total(1) * n.total2(2);
    for e in n.inc(1) {
        s *= e.weight;
    }
    s + n.inc(2).map(|e| e.weight).sum::<f64>()
}
#[test]
fn gradient_is_right() {
    let mk = |v: &[f64]| Net {
        edges: v
            .iter()
            .enumerate()
            .map(|(i, &weight)| Edge {
                from: i,
                to: i % 2 + 1,
                weight,
            })
            .collect(),
    };
    check(
        |v| f(&mk(v)),
        |v| f::gradient(&mk(v)).edges.iter().map(|e| e.weight).collect(),
        &[&[0.3, 0.8, 1.1, 0.4]],
    );
}
