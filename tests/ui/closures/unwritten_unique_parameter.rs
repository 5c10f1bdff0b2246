use pullback::differentiable;

#[differentiable]
fn reset(b: &mut Vec<f64>, k: f64) {
    for v in b.iter_mut() {
        *v = k;
    }
}

#[differentiable]
fn with<F: Fn(&mut Vec<f64>)>(mut b: Vec<f64>, f: F) -> f64 {
    f(&mut b);
    b[0]
}

#[differentiable]
fn forgets(x: &[f64], k: f64) -> f64 {
    with(x.to_vec(), |b| reset(b, k))
}

fn main() {}
