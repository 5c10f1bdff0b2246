use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn first<T: Differentiable + Clone>(items: &[T]) -> T {
    items[0].clone()
}

#[differentiable]
fn swap_pair<A: Differentiable, B: Differentiable>((a, b): (A, B)) -> (B, A) {
    (b, a)
}

#[derive(Clone, Debug, Differentiable)]
struct Item {
    value: f64,
}

#[differentiable]
fn f(x: f64, y: f64) -> f64 {
    let (p, q) = swap_pair((x, Item { value: y }));
    let z = first(&[p, Item { value: q * 2.0 }]);
    let w = first(&[q, y]);
    z.value.exp() * w
}

#[test]
fn gradient_is_right() {
    let (a, b) = f::gradient(0.3, 0.4);
    assert_grad(|v| f(v[0], v[1]), &[0.3, 0.4], &[a, b]);
}
