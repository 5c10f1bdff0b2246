use pullback::differentiable;

macro_rules! square {
    ($x:expr) => {
        $x * $x
    };
}

#[differentiable]
fn squared(x: f64) -> f64 {
    square!(x)
}

fn main() {}
