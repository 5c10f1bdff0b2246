use pullback::differentiable;

#[differentiable]
fn shown(x: f64) -> f64 {
    let mut y = x;
    println!("{}", { y *= 2.0; y });
    y
}

fn main() {}
