use pullback::differentiable;

macro_rules! double {
    ($x:ident) => {
        $x *= 2.0
    };
}

#[differentiable]
fn doubled(x: f64) -> f64 {
    let mut y = x;
    double!(y);
    y
}

fn main() {}
