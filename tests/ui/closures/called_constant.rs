use pullback::differentiable;

#[differentiable]
fn f(x: f64, #[constant] lane: impl Fn(f64) -> f64) -> f64 {
    let t = 2.0 * x;
    lane(t) * x
}

fn main() {}
