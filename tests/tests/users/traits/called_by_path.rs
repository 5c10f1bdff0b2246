use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
trait Shape {
    fn area(&self) -> f64;
    fn scaled(self, k: f64) -> Self
    where
        Self: Sized;
    fn joined(self, other: Self) -> Self
    where
        Self: Sized;
    fn grow(&mut self, k: f64);
    fn twice(&self) -> f64 {
        2.0 * self.area()
    }
}

#[derive(Clone, Differentiable)]
struct Boxed(Vec<f64>);

#[differentiable]
impl Boxed {
    fn new(x: f64) -> Self {
        Boxed(vec![x, x * x])
    }
}

#[differentiable]
impl Shape for Boxed {
    fn area(&self) -> f64 {
        self.0[0] * self.0[1]
    }
    fn scaled(self, k: f64) -> Self {
        Boxed(self.0.iter().map(|v| v * k).collect())
    }
    fn joined(self, other: Self) -> Self {
        Boxed(self.0.iter().zip(&other.0).map(|(a, b)| a * b).collect())
    }
    fn grow(&mut self, k: f64) {
        for v in self.0.iter_mut() {
            *v *= k;
        }
    }
}

#[differentiable]
trait Squared {
    fn squared(self) -> f64;
}

#[differentiable]
impl Squared for f64 {
    fn squared(self) -> f64 {
        self * self
    }
}

#[differentiable]
fn sum_of(shapes: &[Boxed], measure: impl Fn(&Boxed) -> f64) -> f64 {
    shapes.iter().map(|s| measure(s)).sum()
}

#[differentiable]
fn largest<S: Shape + Differentiable>(shapes: &[S]) -> f64 {
    let areas = shapes.iter().map(S::area);
    areas.fold(f64::NEG_INFINITY, f64::max) + shapes.iter().map(S::twice).sum::<f64>()
}

#[differentiable]
fn in_pipelines(x: &[f64]) -> f64 {
    let shapes: Vec<Boxed> = x.iter().copied().map(Boxed::new).collect();
    let sum = shapes.iter().map(Shape::area).sum::<f64>()
        + shapes.iter().map(<Boxed as Shape>::twice).sum::<f64>()
        + x.iter().copied().map(Squared::squared).sum::<f64>();
    sum + sum_of(&shapes, Shape::area) * sum_of(&shapes, Boxed::twice) + largest(&shapes)
}

#[differentiable]
fn by_itself(x: &[f64]) -> f64 {
    let all = x
        .iter()
        .map(|&v| Boxed::new(v))
        .fold(Boxed::new(1.5), Shape::joined);
    let mut grown = all.clone();
    if x[0] > 1.0 {
        Shape::grow(&mut grown, x[0]);
    } else {
        Boxed::grow(&mut grown, x[1]);
    }
    Shape::area(&all) * Shape::scaled(all.clone(), x[0]).area() + <Boxed as Shape>::twice(&grown)
}

#[test]
fn gradients_are_right() {
    for x in [[2.0, 1.0], [0.5, 1.5]] {
        for _ in 0..2 {
            assert_grad(in_pipelines, &x, &in_pipelines::gradient(&x));
            assert_grad(by_itself, &x, &by_itself::gradient(&x));
        }
    }
}
