use pullback::differentiable;

#[differentiable]
fn swap(x: f64, y: f64) -> f64 {
    let mut z = x;
    let old = std::mem::replace(&mut z, y);
    old * z
}

fn main() {}
