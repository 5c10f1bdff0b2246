use pullback::differentiable;

fn skip(values: &mut std::slice::Iter<'_, f64>) {
    values.next();
}

#[differentiable]
fn second(x: &[f64]) -> f64 {
    let mut values = x.iter();
    skip(&mut values);
    values.next().unwrap() * 2.0
}

fn main() {}
