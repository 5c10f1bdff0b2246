use crate::check;
use pullback::{Differentiable, differentiable};
#[derive(Clone, Debug, Default, Differentiable)]
struct Stack {
    items: Vec<f64>,
    pushes: usize,
}
#[differentiable]
impl Stack {
    fn new() -> Self {
        Stack {
            items: Vec::new(),
            pushes: 0,
        }
    }
    fn push(&mut self, v: f64) {
        self.items.push(v);
        self.pushes += 1;
    }
    fn iter(&self) -> impl Iterator<Item = &f64> {
        self.items.iter()
    }
    fn len(&self) -> usize {
        self.items.len()
    }
}
type Rows = Vec<f64>;
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut s = Stack::new();
    for v in x {
        s.push(v * v);
    }
    let mut d = Stack::default();
    d.push(x[1]);
    let mut r = Rows::new();
    for &v in x {
        r.push(v.sin());
    }
    let n = r.len();
    r[0] *= 2.0;
    let mut t = 0.0;
    for (i, v) in s.iter().enumerate() {
        t += v * (i + d.len()) as f64;
    }
    for v in &r {
        t += v * v;
    }
    t * d.iter().sum::<f64>()
        + r.iter().sum::<f64>() / n as f64
        + s.iter().zip(r.iter()).map(|(a, b)| a * b).sum::<f64>()
}

#[test]
fn gradient_is_right() {
    check(
        f,
        |x| f::gradient(x),
        &[&[1.0, 2.0, 0.5, 0.1], &[0.3, -0.5, 0.2, 0.4]],
    );
}
