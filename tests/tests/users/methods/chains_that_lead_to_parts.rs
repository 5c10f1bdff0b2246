use crate::check;
use pullback::{Differentiable, differentiable};
#[differentiable]
trait Filter {
    fn push(&mut self, x: f64) -> f64;
    fn level(&self) -> f64;
}
#[derive(Clone, Debug, Differentiable)]
struct Lp {
    y: f64,
    a: f64,
}
#[differentiable]
impl Filter for Lp {
    fn push(&mut self, x: f64) -> f64 {
        self.y += self.a * (x - self.y);
        self.y
    }
    fn level(&self) -> f64 {
        self.y * self.y
    }
}
#[differentiable]
impl Lp {
    fn set(&mut self, a: f64) -> &mut Self {
        self.a = a;
        self
    }
    fn shifted(&self, k: f64) -> Self {
        Lp {
            y: self.y + k,
            a: self.a,
        }
    }
}
#[derive(Clone, Debug, Differentiable)]
struct Node {
    v: f64,
    kids: Vec<Node>,
    next: Option<Box<Node>>,
}
#[differentiable]
impl Node {
    fn kid(&self, i: usize) -> &Node {
        &self.kids[i]
    }
    fn kid_mut(&mut self, i: usize) -> &mut Node {
        &mut self.kids[i]
    }
    fn bump(&mut self, x: f64) -> &mut Self {
        self.v += x * self.v;
        self
    }
    fn sum(&self) -> f64 {
        self.v + self.kids.iter().map(|k| k.sum()).sum::<f64>()
    }
    fn larger(&self) -> &Node {
        if self.v > 0.0 { self } else { &self.kids[0] }
    }
}
#[differentiable]
fn f(x: f64, a: f64) -> f64 {
    let mut l = Lp { y: 0.0, a };
    let u = l.set(a * a).push(x) + l.set(x).set(a).level();
    let w = l.shifted(x).set(0.3).push(u);
    let mut b: Box<dyn Filter> = Box::new(l);
    let z = b.push(w) * b.level();
    let mut n = Node {
        v: x,
        kids: vec![
            Node {
                v: a,
                kids: vec![],
                next: None,
            },
            Node {
                v: x * a,
                kids: vec![],
                next: None,
            },
        ],
        next: None,
    };
    let s: f64 = n.kid(0).sum() * n.kid(1).larger().sum();
    let t: f64 = n.bump(a).kid(1).sum() + n.kid_mut(0).bump(x).sum();
    let t2: f64 = n.bump(x).bump(s).larger().sum();
    let t = t + t2;
    z + s * t + n.sum()
}
#[test]
fn gradient_is_right() {
    let pts: &[&[f64]] = &[&[0.3, 0.8], &[0.4, 1.2]];
    check(
        |v| f(v[0], v[1]),
        |v| {
            let (a, b) = f::gradient(v[0], v[1]);
            vec![a, b]
        },
        pts,
    );
}
