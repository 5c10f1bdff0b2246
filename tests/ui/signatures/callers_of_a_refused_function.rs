use pullback::differentiable;

#[differentiable]
fn first(x: &[f64]) -> f64 {
    unsafe { *x.get_unchecked(0) }
}

#[differentiable]
fn twice(x: &[f64]) -> f64 {
    2.0 * first(x)
}

fn main() {
    let gradient = twice::gradient(&[1.0]);
    println!("{}", gradient[0] + first::gradient(&[1.0]).len() as f64);
}
