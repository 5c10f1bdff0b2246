use pullback::differentiable;

#[differentiable]
fn steps(x: f64) -> f64 {
    let n = x as usize;
    let mut y = 0.0;
    for _ in 0..n {
        y += x;
    }
    y + n.ln()
}

fn main() {}
