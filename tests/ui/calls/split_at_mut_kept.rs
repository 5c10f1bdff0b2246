use pullback::differentiable;

#[differentiable]
fn halves(x: &mut [f64]) {
    let both = x.split_at_mut(2);
    both.0[0] *= both.1[0];
}

fn main() {}
