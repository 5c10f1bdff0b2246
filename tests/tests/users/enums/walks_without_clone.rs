//! Lists and trees of nodes that derive `Differentiable` and nothing else.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[derive(Differentiable)]
struct Node {
    value: f64,
    next: Option<Box<Node>>,
}

#[differentiable]
fn list(x: &[f64]) -> Option<Box<Node>> {
    let mut head: Option<Box<Node>> = None;
    for &v in x {
        head = Some(Box::new(Node {
            value: v * v,
            next: head,
        }));
    }
    head
}

#[differentiable]
fn consumed(mut at: Option<Box<Node>>) -> f64 {
    let mut s = 0.0;
    while let Some(node) = at {
        s = s * 0.5 + node.value * node.value;
        at = node.next;
    }
    s
}

#[differentiable]
fn borrowed(head: &Node) -> f64 {
    let mut s = head.value;
    let mut at = &head.next;
    while let Some(node) = at {
        s = s * node.value + node.value;
        at = &node.next;
    }
    s
}

#[differentiable]
impl Node {
    fn this(&self) -> &Node {
        self
    }

    fn scale(&mut self, by: f64) {
        self.value *= by;
        if let Some(next) = &mut self.next {
            next.scale(by * self.value);
        }
    }

    fn pushed(self, value: f64) -> Node {
        Node {
            value,
            next: Some(Box::new(self)),
        }
    }
}

#[differentiable]
fn by_value(x: &[f64]) -> f64 {
    consumed(list(x))
}
check!(by_value_checks, by_value(&[1.1, 0.7, 1.3]), by_value(&[]));

#[differentiable]
fn by_reference(x: &[f64]) -> f64 {
    match list(x) {
        Some(head) => borrowed(&head),
        None => x.iter().sum(),
    }
}
check!(
    by_reference_checks,
    by_reference(&[1.1, 0.7, 1.3]),
    by_reference(&[0.7])
);

#[differentiable]
fn methods_of_nodes(x: &[f64], by: f64) -> f64 {
    let mut head = Node {
        value: x[0],
        next: None,
    };
    for &v in &x[1..] {
        head = head.pushed(v * v);
        head.scale(by);
    }
    let last = head.this();
    last.value * head.value + borrowed(&head)
}
check!(
    methods_of_nodes_checks,
    methods_of_nodes(&[1.1, 0.7, 1.3], 0.9)
);

#[derive(Differentiable)]
enum Tree {
    Leaf(f64),
    Sum(Box<Tree>, Box<Tree>),
    Many(Vec<Tree>),
}

#[differentiable]
impl Tree {
    fn total(self) -> f64 {
        match self {
            Tree::Leaf(x) => x * x,
            Tree::Sum(a, b) => a.total() * b.total(),
            Tree::Many(all) => all.into_iter().map(|t| t.total()).sum(),
        }
    }
}

#[differentiable]
fn tree(x: f64, y: f64) -> f64 {
    let left = Tree::Many(vec![Tree::Leaf(x), Tree::Leaf(y), Tree::Leaf(x * y)]);
    Tree::Sum(Box::new(left), Box::new(Tree::Leaf(y))).total()
}
check!(tree_checks, tree(0.7, 1.3));

#[test]
fn arguments_are_lists() {
    let head = || list(&[1.0, 2.0]);
    let d = consumed::gradient(head()).expect("the list has a head");
    assert_eq!(d.value, 4.0);
    assert_eq!(d.next.expect("and a second node").value, 2.0);
    let d = borrowed::gradient(&head().expect("a head"));
    assert_eq!(d.value, 1.0);
}
