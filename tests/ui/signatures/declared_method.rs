use pullback::differentiable;

trait Shape {
    #[differentiable]
    fn area(&self) -> f64;
}

fn main() {}
