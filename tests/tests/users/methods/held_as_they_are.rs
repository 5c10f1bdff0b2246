//! Calls under branches whose callees call nothing of the user's, beside recursions of all kinds; and operands that are
//! only looked at, beside such as are moved, matched and changed.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::ops::{Add, AddAssign, Mul, Neg, Sub};
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct P2 {
    x: f64,
    y: f64,
}
#[differentiable]
impl P2 {
    fn new(x: f64, y: f64) -> Self {
        P2 { x, y }
    }
    fn dot(self, o: P2) -> f64 {
        self.x * o.x + self.y * o.y
    }
    fn norm(self) -> f64 {
        self.dot(self).sqrt()
    }
    fn flip(&mut self) {
        self.x = -self.x;
        self.y *= 0.5;
    }
    fn abs(self) -> f64 {
        self.x.abs() + self.y.abs()
    }
    fn scaled(self, k: f64) -> P2 {
        P2 {
            x: self.x * k,
            ..self
        }
    }
    fn swapped(self) -> P2 {
        let P2 { x, y } = self;
        P2 { x: y, y: x }
    }
    fn same(self) -> P2 {
        self
    }
    fn pick(self, o: P2, c: bool) -> P2 {
        if c { self } else { o }
    }
}
#[differentiable]
impl Add for P2 {
    type Output = P2;
    fn add(self, o: P2) -> P2 {
        P2 {
            x: self.x + o.x,
            y: self.y + o.y,
        }
    }
}
#[differentiable]
impl Sub for P2 {
    type Output = P2;
    fn sub(self, o: P2) -> P2 {
        P2::new(self.x - o.x, self.y - o.y)
    }
}
#[differentiable]
impl Mul<P2> for f64 {
    type Output = P2;
    fn mul(self, o: P2) -> P2 {
        P2 {
            x: self * o.x,
            y: self * o.y,
        }
    }
}
#[differentiable]
impl Mul<f64> for P2 {
    type Output = P2;
    fn mul(self, k: f64) -> P2 {
        if k > 0.0 {
            P2 {
                x: self.x * k,
                y: self.y * k,
            }
        } else {
            self
        }
    }
}
#[differentiable]
impl Neg for P2 {
    type Output = P2;
    fn neg(mut self) -> P2 {
        self.x = -self.x;
        self.y = -self.y;
        self
    }
}
#[differentiable]
impl AddAssign for P2 {
    fn add_assign(&mut self, o: P2) {
        self.x += o.x;
        self.y += o.y * o.x;
    }
}

#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}
#[differentiable]
fn relu(x: f64) -> f64 {
    if x > 0.0 { x } else { 0.1 * square(x) }
}

#[differentiable]
fn points(x: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut acc = P2::new(0.0, 0.0);
    for i in 0..x.len() - 1 {
        if i % 2 == 0 {
            let d = P2::new(x[i], x[i + 1]) - P2 { x: 1.0, y: -x[i] };
            let r = d.dot(d) + 0.1;
            acc += d * (1.0 / (r * r.sqrt()));
            s += d.norm() + d.abs() + relu(x[i]);
        } else {
            let mut d = P2::new(x[i], 2.0);
            d.flip();
            if d.x > 0.0 {
                d.flip();
                acc += 2.0 * d.swapped();
            }
            acc += -d.scaled(x[i]) + d.same().pick(P2::new(x[0], 1.0), i == 1) * -1.0;
        }
    }
    s + acc.dot(P2::new(1.0, 2.0))
}

#[derive(Clone, Debug, Differentiable)]
struct Poly {
    c: Vec<f64>,
}
#[differentiable]
impl Poly {
    fn prod(self, o: Poly) -> Poly {
        self * o
    }
    fn at(&self, x: f64) -> f64 {
        let mut s = 0.0;
        for k in self.c.iter().rev() {
            s = s * x + k;
        }
        s
    }
    fn first(self) -> f64 {
        self.c[0]
    }
    fn taken(self) -> Vec<f64> {
        self.c
    }
}
#[differentiable]
impl Mul for Poly {
    type Output = Poly;
    fn mul(self, o: Poly) -> Poly {
        if self.c.len() == 1 || o.c.len() == 1 {
            let mut c = vec![0.0; self.c.len() + o.c.len() - 1];
            for i in 0..self.c.len() {
                for j in 0..o.c.len() {
                    c[i + j] += self.c[i] * o.c[j];
                }
            }
            return Poly { c };
        }
        let lo = Poly {
            c: self.c[..1].to_vec(),
        }
        .prod(o.clone());
        let hi = Poly {
            c: self.c[1..].to_vec(),
        }
        .prod(o);
        let mut c = lo.c;
        c.resize(hi.c.len() + 1, 0.0);
        for i in 0..hi.c.len() {
            c[i + 1] += hi.c[i];
        }
        Poly { c }
    }
}
#[differentiable]
fn polys(x: &[f64]) -> f64 {
    let p = Poly { c: x.to_vec() };
    let q = Poly {
        c: vec![x[1], x[0] * x[2], 1.0],
    };
    let r = p.clone() * q.clone();
    r.at(0.7) + p.clone().first() * q.first() + p.taken().iter().map(|v| v * v).sum::<f64>()
}

#[derive(Clone, Debug, Differentiable)]
enum Tree {
    Leaf(f64),
    Node(Box<Tree>, Box<Tree>),
}
#[differentiable]
impl Tree {
    fn abs(&self) -> f64 {
        match self {
            Tree::Leaf(v) => v.abs(),
            Tree::Node(a, b) => a.abs() * b.max(),
        }
    }
    fn max(&self) -> f64 {
        match self {
            Tree::Leaf(v) => *v,
            Tree::Node(a, b) => {
                if a.max() > b.abs() {
                    a.max()
                } else {
                    b.abs() + half(a)
                }
            }
        }
    }
}
#[differentiable]
fn half(t: &Tree) -> f64 {
    0.5 * t.abs()
}
#[differentiable]
fn trees(x: &[f64]) -> f64 {
    let t = Tree::Node(
        Box::new(Tree::Leaf(x[0])),
        Box::new(Tree::Node(
            Box::new(Tree::Leaf(x[1])),
            Box::new(Tree::Leaf(x[2])),
        )),
    );
    if x[0] > -5.0 {
        t.abs() + t.max()
    } else {
        half(&t)
    }
}
#[differentiable]
fn even(x: f64, n: u32) -> f64 {
    if n == 0 {
        x
    } else {
        odd(x * 1.1, n - 1) + square(x)
    }
}
#[differentiable]
fn odd(x: f64, n: u32) -> f64 {
    if n == 0 {
        x.sin()
    } else {
        even(x * 0.9, n - 1)
    }
}
#[differentiable]
fn mutual(x: &[f64]) -> f64 {
    even(x[0], 4) * odd(x[1], 3)
}

#[derive(Clone, Copy, Differentiable)]
struct Mixed {
    on: bool,
    k: f64,
    n: usize,
}
#[differentiable]
impl Mixed {
    fn apply(self, v: f64) -> f64 {
        if self.on {
            self.k * v
        } else {
            v.powi(self.n as i32)
        }
    }
    fn next(self) -> Mixed {
        Mixed {
            on: !self.on,
            k: self.k * 2.0,
            n: self.n + 1,
        }
    }
    fn checked(self, v: f64) -> f64 {
        assert!(self.n > 0, "{}", self.k);
        match self.n {
            1 => self.k,
            m if m == self.n + 1 => 0.0,
            _ => self.k * v,
        }
    }
}
#[differentiable]
fn mixed(x: &[f64]) -> f64 {
    let mut m = Mixed {
        on: true,
        k: x[0],
        n: 1,
    };
    let mut s = 0.0;
    for v in x {
        if *v < 10.0 {
            s += m.apply(*v) + m.checked(*v);
            m = m.next();
        }
    }
    s
}

#[test]
fn of_points() {
    for at in [
        vec![0.3, -0.7, 1.2, 0.8, -1.1, 0.4],
        vec![-0.3, 0.7, -1.2, -0.8],
    ] {
        let gradient = points::gradient(&at);
        assert_grad(points, &at, &gradient);
        assert_eq!(gradient, points::gradient(&at));
    }
}
#[test]
fn of_polys() {
    for at in [vec![0.3, -0.7, 1.2]] {
        let gradient = polys::gradient(&at);
        assert_grad(polys, &at, &gradient);
        assert_eq!(gradient, polys::gradient(&at));
    }
}
#[test]
fn of_trees() {
    for at in [
        vec![0.3, -0.7, 1.2],
        vec![0.3, 0.7, 0.2],
        vec![2.3, 0.7, 0.2],
    ] {
        let gradient = trees::gradient(&at);
        assert_grad(trees, &at, &gradient);
        assert_eq!(gradient, trees::gradient(&at));
    }
}
#[test]
fn of_mutual() {
    for at in [vec![0.3, -0.7]] {
        let gradient = mutual::gradient(&at);
        assert_grad(mutual, &at, &gradient);
        assert_eq!(gradient, mutual::gradient(&at));
    }
}
#[test]
fn of_mixed() {
    for at in [vec![0.3, -0.7, 1.2, 0.8]] {
        let gradient = mixed::gradient(&at);
        assert_grad(mixed, &at, &gradient);
        assert_eq!(gradient, mixed::gradient(&at));
    }
}
