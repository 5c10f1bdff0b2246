use crate::check;
use pullback::{Differentiable, differentiable};
#[derive(Clone, Differentiable)]
struct Buckets {
    lists: Vec<Vec<f64>>,
    names: Vec<Vec<usize>>,
    width: f64,
}
#[differentiable]
impl Buckets {
    fn insert(&mut self, x: f64) {
        let k = (x.abs() / self.width) as usize % self.lists.len();
        self.lists[k].push(x * self.width);
        self.names[k].push(k);
    }
    fn drain_one(&mut self, k: usize) -> f64 {
        if let Some(v) = self.lists[k].pop() {
            v * v
        } else {
            0.0
        }
    }
    fn total(&self) -> f64 {
        self.lists
            .iter()
            .map(|l| l.iter().sum::<f64>() * l.len() as f64)
            .sum()
    }
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut b = Buckets {
        lists: vec![Vec::new(); 3],
        names: vec![vec![]; 3],
        width: 0.4,
    };
    for &v in x {
        b.insert(v);
    }
    let d = b.drain_one(0) + b.drain_one(2);
    b.lists[1].push(x[0] * d);
    let mut own = vec![Vec::new(), Vec::new()];
    for (i, v) in x.iter().enumerate() {
        own[i % 2].push(v * v);
    }
    let mut groups: Vec<Vec<f64>> = vec![];
    groups.resize(2, Vec::new());
    for (i, v) in x.iter().enumerate() {
        groups[(i / 2) % 2].push(*v);
    }
    b.total()
        + d
        + b.names[0].len() as f64
        + own[0].iter().sum::<f64>() * own[1][0]
        + groups[1].iter().product::<f64>()
}

#[test]
fn gradient_is_right() {
    check(
        f,
        |x| f::gradient(x),
        &[&[0.1, 0.25, 0.5, 1.7], &[0.3, 0.5, 4.1, 2.1]],
    );
}
