use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Arrow {
    x: f64,
    y: f64,
}

#[differentiable]
impl Arrow {
    /// Not the number of its elements.
    fn len(&self) -> f64 {
        self.x.hypot(self.y)
    }
}

#[differentiable]
fn twice(arrow: &Arrow) -> f64 {
    2.0 * arrow.len()
}

fn main() {}
