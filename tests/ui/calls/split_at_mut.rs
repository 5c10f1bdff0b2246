use pullback::differentiable;

#[differentiable]
fn halves(x: &mut [f64]) {
    let (left, right) = x.split_at_mut(2);
    left[0] *= right[0];
}

fn main() {}
