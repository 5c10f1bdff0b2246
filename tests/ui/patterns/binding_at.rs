use pullback::differentiable;

#[differentiable]
fn square(x: &[f64; 2]) -> f64 {
    let all @ [first, _] = x;
    all[1] * first
}

fn main() {}
