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
    fn total(&self) -> Option<f64> {
        if self.n == 0 {
            None
        } else {
            Some(self.s / self.n as f64)
        }
    }
    fn mean(&self) -> Result<f64, String> {
        if self.n == 0 {
            Err("empty".to_string())
        } else {
            Ok(self.s / self.n as f64)
        }
    }
}
#[differentiable]
fn f(x: f64, z: f64) -> Option<f64> {
    let mut acc = Acc::default();
    let y = acc.add(x).add(z).total()?;
    Some(y * acc.add(y).add(x).total()?)
}
#[differentiable]
fn g(x: f64, z: f64) -> f64 {
    let mut acc = Acc::default();
    let y = acc.add(x).add(z).total().unwrap_or(0.0);
    if let Some(t) = acc.add(y).add(x).total() {
        t * x
    } else {
        0.0
    }
}
#[differentiable]
fn r(x: f64, z: f64) -> Result<f64, String> {
    let mut acc = Acc::default();
    let y = acc.add(x).add(z).mean()?;
    acc.add(y).add(y * x).mean().map(|m| m * 2.0)
}
#[test]
fn gradient_is_right() {
    check(
        |v| f(v[0], v[1]).unwrap(),
        |v| {
            let (_, pb) = f::vjp(v[0], v[1]);
            let (a, b) = pb.call(Some(1.0));
            vec![a, b]
        },
        &[&[0.1, 0.3]],
    );
    check(
        |v| g(v[0], v[1]),
        |v| {
            let (a, b) = g::gradient(v[0], v[1]);
            vec![a, b]
        },
        &[&[0.1, 0.3]],
    );
    check(
        |v| r(v[0], v[1]).unwrap(),
        |v| {
            let (_, pb) = r::vjp(v[0], v[1]);
            let (a, b) = pb.call(Ok(1.0));
            vec![a, b]
        },
        &[&[0.1, 0.3]],
    );
}
