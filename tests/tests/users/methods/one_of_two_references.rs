use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Differentiable)]
struct Shape {
    size: f64,
    weight: f64,
}

#[differentiable]
impl Shape {
    fn heavier<'a>(&'a self, other: &'a Shape) -> &'a Shape {
        if self.weight >= other.weight {
            self
        } else {
            other
        }
    }
}

#[differentiable]
fn heaviest(x: &[f64]) -> f64 {
    let shapes: Vec<Shape> = x
        .chunks(2)
        .map(|c| Shape {
            size: c[0] * c[0],
            weight: c[1],
        })
        .collect();
    let mut best = &shapes[0];
    for shape in &shapes[1..] {
        best = best.heavier(shape);
    }
    best.size * best.weight + shapes[0].heavier(&shapes[1]).size
}

#[test]
fn gradients() {
    let points: [&[f64]; 3] = [
        &[1.0, 3.0, 2.0, 2.0, 3.0, 1.0],
        &[1.0, 2.0, 2.0, 3.0, 3.0, 1.0],
        &[1.0, 2.0, 2.0, 1.0, 3.0, 4.0],
    ];
    check(heaviest, |x| heaviest::gradient(x), &points);
}
