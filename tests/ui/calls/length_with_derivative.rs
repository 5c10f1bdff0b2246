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
fn unit(arrow: &Arrow) -> Arrow {
    let length = arrow.len();
    Arrow {
        x: arrow.x / length,
        y: arrow.y / length,
    }
}

fn main() {}
