use pullback::{Differentiable, differentiable};

trait Shape {
    fn area(&self) -> f64;
}

#[derive(Differentiable)]
struct Disc {
    r: f64,
}

#[differentiable]
impl Shape for Disc {
    fn area(&self) -> f64 {
        self.r * self.r
    }
}

#[differentiable]
fn made(r: f64) -> Box<dyn Shape> {
    Box::new(Disc { r })
}

#[differentiable]
fn total(shapes: &[Box<dyn Shape>]) -> f64 {
    shapes.iter().map(|s| s.area()).sum()
}

#[differentiable]
fn largest(shapes: &Vec<Box<dyn Shape>>) -> f64 {
    let mut best = 0.0;
    for shape in shapes {
        let area = shape.area();
        if area > best {
            best = area;
        }
    }
    best
}

#[differentiable]
fn caller(r: f64) -> f64 {
    let shape = made(r);
    shape.area() + total(&[shape]) * r
}

fn main() {}
