use pullback::differentiable;

#[differentiable]
fn double(value: &mut f64) {
    *value *= 2.0;
}

#[differentiable]
fn doubled(x: f64) -> f64 {
    let mut a = x;
    let r = &mut a;
    double(r);
    println!("{r}");
    a * a
}

fn main() {}
