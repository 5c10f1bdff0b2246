use pullback::differentiable;

#[differentiable]
fn positive(x: f64) -> f64 {
    let root = if x > 0.0 { Some(x.sqrt()) } else { None };
    match root {
        Some(root) => root,
        None => 0.0,
    }
}

fn main() {}
