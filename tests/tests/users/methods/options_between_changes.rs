use crate::check;
use pullback::{Differentiable, differentiable};
#[derive(Clone, Debug, Differentiable)]
struct Stack {
    items: Vec<f64>,
}
#[differentiable]
impl Stack {
    fn push(&mut self, t: f64) {
        self.items.push(t);
    }
    fn pop(&mut self) -> Option<f64> {
        self.items.pop()
    }
    fn peek(&self) -> Option<&f64> {
        self.items.last()
    }
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut s = Stack { items: vec![] };
    for &v in x {
        s.push(v * v);
    }
    let top = s.pop().unwrap();
    let below = s.peek().copied().unwrap_or(0.0);
    s.push(below * top);
    let b = *s.peek().unwrap();
    while let Some(&v) = s.peek() {
        if v > 0.012 {
            s.pop();
        } else {
            break;
        }
    }
    top * below + s.pop().unwrap_or(1.0) + b
}

#[test]
fn gradient_is_right() {
    check(
        f,
        |x| f::gradient(x),
        &[&[0.15, 0.2, 0.5], &[0.3, 0.5, 1.0], &[0.01, 0.02, 0.03]],
    );
}
