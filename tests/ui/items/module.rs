use pullback::differentiable;

#[differentiable]
mod inner {}

fn main() {}
