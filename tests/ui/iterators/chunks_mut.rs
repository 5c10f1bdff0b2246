use pullback::differentiable;

#[differentiable]
fn first(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    for pair in y.chunks_mut(2) {
        pair[0] *= 2.0;
    }
    y[0]
}

fn main() {}
