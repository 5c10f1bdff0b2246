use pullback::differentiable;

#[differentiable]
enum Shape {
    Disc(f64),
}

fn main() {}
