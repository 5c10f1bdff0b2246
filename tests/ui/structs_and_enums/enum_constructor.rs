use pullback::differentiable;

enum Shape {
    Disc(f64),
    Square(f64),
}

#[differentiable]
fn area(x: f64) -> f64 {
    match Shape::Disc(x) {
        Shape::Disc(r) => r * r * 3.0,
        Shape::Square(a) => a * a,
    }
}

fn main() {}
