use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[derive(Clone, Debug, Differentiable)]
struct Link {
    value: f64,
    weights: [f64; 2],
    next: Option<Box<Link>>,
}
#[differentiable]
impl Link {
    fn nth(&self, n: usize) -> f64 {
        let mut node = self;
        for _ in 0..n {
            match &node.next {
                Some(next) => node = next,
                None => return -1.0 * node.value,
            }
        }
        node.value * node.weights[0]
    }
    fn sum(&self) -> f64 {
        let mut node = self;
        let mut sum = 0.0;
        loop {
            let w = node.weights[1];
            sum += w * node.value;
            node = match &node.next {
                Some(next) if next.value > -3.0 => next,
                _ => break,
            };
        }
        sum
    }
    fn last(&self) -> f64 {
        let mut node = self;
        while let Some(ref next) = node.next {
            node = next;
        }
        node.value
    }
}
#[derive(Clone, Debug, Differentiable)]
enum Tree {
    Leaf(f64),
    Node(Box<Tree>, f64, Box<Tree>),
}
#[differentiable]
fn search(tree: &Tree, x: f64) -> f64 {
    let mut t = tree;
    let mut path = 1.0;
    while let Tree::Node(left, key, right) = t {
        path *= key - x;
        t = if x < *key { left } else { right };
    }
    match t {
        Tree::Leaf(v) => v * path,
        _ => unreachable!(),
    }
}
#[differentiable]
fn run(p: &[f64]) -> f64 {
    let mut l = Link {
        value: p[0],
        weights: [p[1], p[0]],
        next: None,
    };
    for (i, &x) in p.iter().enumerate() {
        l = Link {
            value: x * x,
            weights: [x, i as f64 + x],
            next: Some(Box::new(l)),
        };
    }
    let t = Tree::Node(
        Box::new(Tree::Node(
            Box::new(Tree::Leaf(p[0])),
            p[1],
            Box::new(Tree::Leaf(p[1])),
        )),
        0.3,
        Box::new(Tree::Leaf(p[0] * p[1])),
    );
    l.nth(1) + l.nth(100) + l.sum() + l.last() * 3.0 + search(&t, p[0]) + search(&t, p[1])
}

check!(
    walks_along_links_and_branches,
    run(&[0.2, 0.1, 0.45]),
    run(&[0.1, 0.25]),
    run(&[0.6, 0.05])
);
