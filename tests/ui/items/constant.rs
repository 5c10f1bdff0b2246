use pullback::differentiable;

#[differentiable]
const STIFFNESS: f64 = 2.0;

fn main() {}
