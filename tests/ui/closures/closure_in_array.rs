use pullback::differentiable;

#[differentiable]
fn square(x: f64) -> f64 {
    let products = [|y: f64| y * y];
    products[0](x)
}

fn main() {}
