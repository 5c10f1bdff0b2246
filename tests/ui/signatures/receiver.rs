use pullback::differentiable;

struct Spring(f64);

impl Spring {
    #[differentiable]
    fn energy(&self, x: f64) -> f64 {
        self.0 * x * x
    }
}

fn main() {}
