use pullback::differentiable;

trait Damped {
    fn damped(&self, by: f64) -> f64;
}

#[differentiable]
impl Damped for f64 {
    fn damped(&self, by: f64) -> f64 {
        self * (-by).exp()
    }
}

fn main() {
    println!("{}", 1.0.damped(2.0));
}
