use crate::check;
use pullback::{Differentiable, differentiable};
#[derive(Clone, Default, Differentiable)]
struct Acc {
    s: f64,
    n: usize,
}
#[differentiable]
impl Acc {
    fn add(&mut self, x: f64) -> &mut Self {
        self.s += x * x;
        self.n += 1;
        self
    }
    fn total(&self) -> f64 {
        self.s / self.n as f64
    }
}
#[differentiable]
fn f(x: f64, z: f64) -> f64 {
    let mut acc = Acc::default();
    let y = acc.add(x).add(z).total();
    y * acc.add(y).total()
}
#[differentiable]
fn tail(acc: &mut Acc, x: f64, z: f64) -> f64 {
    acc.add(x).add(z * x).total()
}
#[differentiable]
fn cond(x: f64, z: f64) -> f64 {
    let mut acc = Acc::default();
    while acc.add(x).add(z).total() > 1.0 && acc.n < 10 {
        acc.s *= 0.5;
    }
    acc.s
}
#[differentiable]
fn arg(x: f64, z: f64) -> f64 {
    let mut acc = Acc::default();
    let w = f(acc.add(x).add(z).total(), x) + 2.0 * acc.add(x * z).total();
    match acc.add(w).total() {
        t if t > 1.0 => t * t,
        t => t,
    }
}
#[test]
fn gradient_is_right() {
    check(
        |v| f(v[0], v[1]),
        |v| {
            let (a, b) = f::gradient(v[0], v[1]);
            vec![a, b]
        },
        &[&[0.1, 0.3]],
    );
    check(
        |v| tail(&mut Acc { s: v[2], n: 1 }, v[0], v[1]),
        |v| {
            let (s, a, b) = tail::gradient(&mut Acc { s: v[2], n: 1 }, v[0], v[1]);
            vec![a, b, s.s]
        },
        &[&[0.1, 0.3, 2.0]],
    );
    check(
        |v| cond(v[0], v[1]),
        |v| {
            let (a, b) = cond::gradient(v[0], v[1]);
            vec![a, b]
        },
        &[&[0.1, 0.3], &[1.5, 2.0]],
    );
    check(
        |v| arg(v[0], v[1]),
        |v| {
            let (a, b) = arg::gradient(v[0], v[1]);
            vec![a, b]
        },
        &[&[0.1, 0.3], &[1.5, 2.0]],
    );
}
