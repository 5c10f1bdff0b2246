use pullback::differentiable;

#[differentiable]
fn first(x: &[f64]) -> f64 {
    let [first, ..] = x else {
        return 0.0;
    };
    first * first
}

fn main() {}
