use pullback::differentiable;

#[differentiable]
fn counter(x: f64) -> impl FnMut() -> f64 {
    let mut sum = 0.0;
    move || {
        sum += x;
        sum
    }
}

fn main() {}
