use pullback::differentiable;

#[differentiable]
fn shown(x: f64) -> f64 {
    let mut y = x;
    let text = format!("{}", { y *= 2.0; y });
    y * text.len() as f64
}

fn main() {}
