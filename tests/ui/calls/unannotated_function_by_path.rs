use pullback::differentiable;

mod helpers {
    pub fn foo(x: f64) -> f64 {
        x * x
    }
}

#[differentiable]
fn twice(x: f64) -> f64 {
    2.0 * helpers::foo(x)
}

fn main() {}
