use pullback::differentiable;

#[differentiable]
async fn one(x: f64) -> f64 {
    x
}

#[differentiable]
fn two(x: f64) -> f64 {
    let f = [|y: f64| y * y];
    f[0](x)
}

fn main() {}
