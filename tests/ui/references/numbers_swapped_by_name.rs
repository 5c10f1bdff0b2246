use pullback::differentiable;

#[differentiable]
fn swapped(x: f64, y: f64) -> f64 {
    let mut a = x;
    let mut b = y;
    let first = &mut a;
    let second = &mut b;
    std::mem::swap(first, second);
    *first += 1.0;
    a * a * b
}

fn main() {}
