use pullback::differentiable;

#[differentiable]
fn doubled(x: &mut [f64]) {
    x.iter_mut().for_each(|x| *x *= 2.0);
}

fn main() {}
