use pullback::differentiable;

#[differentiable]
trait Shape {
    fn area(&self, scale: f64) -> f64;
}

#[differentiable]
impl<T: Shape + ?Sized> Shape for Box<T> {
    fn area(&self, scale: f64) -> f64 {
        (**self).area(scale)
    }
}

fn main() {}
