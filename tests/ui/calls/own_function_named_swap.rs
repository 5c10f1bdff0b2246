use pullback::differentiable;

fn swap(a: &mut f64, b: &mut f64) {
    let kept = *a;
    *a = 2.0 * *b;
    *b = kept;
}

#[differentiable]
fn exchanged(x: f64, y: f64) -> f64 {
    let (mut a, mut b) = (x, y);
    swap(&mut a, &mut b);
    a * a + b
}

fn main() {}
