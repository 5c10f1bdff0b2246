use crate::check;
use pullback::{Differentiable, Real, differentiable};
use std::ops::*;
#[derive(Clone, Debug, Differentiable)]
struct Acc<T> {
    s: T,
    log: Vec<T>,
}
#[differentiable]
impl<T: Real> Acc<T> {
    fn new() -> Self {
        Acc {
            s: T::from_f64(0.0),
            log: Vec::new(),
        }
    }
    fn add(&mut self, x: T) -> &mut Self {
        self.s = self.s * T::from_f64(0.9) + x * x;
        self.log.push(x);
        self
    }
    fn add_all(&mut self, xs: &[T]) -> &mut Self {
        for &x in xs {
            self.add(x);
        }
        self
    }
    fn scaled(&self, k: T) -> Self {
        Acc {
            s: self.s * k,
            log: self.log.clone(),
        }
    }
    fn log(&self) -> &[T] {
        &self.log
    }
    fn log_vec(&self) -> &Vec<T> {
        &self.log
    }
    fn pop(&mut self) -> Option<T> {
        self.log.pop()
    }
    fn total(&self) -> T {
        let mut t = self.s;
        for &v in &self.log {
            t += v * v;
        }
        t
    }
    fn bump(&mut self, k: T) -> T {
        self.s *= k;
        self.s
    }
}
#[differentiable]
fn generic<T: Real>(x: T, y: T) -> T {
    let mut a = Acc::new();
    let t = a.add(x).add(y).total();
    let u = a.scaled(t).add(x).total();
    let w = a.scaled(x).scaled(y).bump(t) + a.add(x).scaled(y).bump(x);
    let z = a.add_all(&[x, y, t]).add(u).bump(x);
    let mut s = T::from_f64(0.0);
    for _ in 0..2 {
        for k in 0..3 {
            if k == 2 {
                break;
            }
            s += a.add(x).add(s).bump(y);
        }
    }
    let l = a.total() * a.s;
    t * u + w * z + s * l + a.total()
}
#[differentiable]
fn param(a: &mut Acc<f64>, x: f64) -> f64 {
    let p = a.add(x).pop().unwrap();
    p * a.add(x * x).add(p).bump(2.0)
}
#[derive(Clone, Debug, Differentiable)]
struct Pair {
    left: Acc<f64>,
    right: Acc<f64>,
    gain: f64,
    all: Vec<Acc<f64>>,
}
#[differentiable]
impl Pair {
    fn run(&mut self, x: f64) -> f64 {
        let l = self.left.add(self.gain).add(x * self.gain).total();
        let r = self.right.add(l).scaled(self.gain).total();
        let mut t = l * r;
        for (i, a) in self.all.iter_mut().enumerate() {
            t += a.add(x).add(i as f64 * t).total();
        }
        let i = 1;
        t + self.all[i].add(t).add(x).bump(0.5)
            + self.all[0].add(t).total() * self.left.add(x).bump(self.gain)
    }
    fn rec(&mut self, n: usize, x: f64) -> f64 {
        if n == 0 {
            return self.left.add(x).total();
        }
        let t = self.left.add(x).add(0.5 * x).bump(1.1);
        t * self.rec(n - 1, x * 0.9)
    }
}
#[differentiable]
fn top(x: f64, g: f64) -> f64 {
    let mut p = Pair {
        left: Acc::new(),
        right: Acc::new(),
        gain: g,
        all: vec![Acc::new(), Acc::new()],
    };
    let a = p.run(x);
    let b = param(&mut p.left, a);
    let f = |v: f64| {
        let mut q = Acc::new();
        q.add(v).add(x).total()
    };
    a * b + f(a) + f(g) + p.rec(3, x)
}
#[test]
fn gradient_is_right() {
    let pts: &[&[f64]] = &[&[0.3, 0.8], &[-0.4, 1.2]];
    check(
        |v| generic(v[0], v[1]),
        |v| {
            let (a, b) = generic::gradient(v[0], v[1]);
            vec![a, b]
        },
        pts,
    );
    check(
        |v| top(v[0], v[1]),
        |v| {
            let (a, b) = top::gradient(v[0], v[1]);
            vec![a, b]
        },
        pts,
    );
    let (a, b) = generic::gradient(0.3f32, 0.8);
    let (c, d) = generic::gradient(0.3f64, 0.8);
    assert!((a as f64 - c).abs() < 1e-3 * c.abs() && (b as f64 - d).abs() < 1e-3 * d.abs());
}
