use pullback::differentiable;

#[differentiable]
fn taken(x: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut t = 0.0;
    for v in x.iter().map(|v| { s += v; s * v }).take(2).rev() {
        t = 0.5 * t + v;
    }
    t * s
}

#[differentiable]
fn stepped(x: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut running = |v: &f64| {
        s += v;
        s
    };
    x.iter().map(&mut running).step_by(2).rev().fold(0.0, |t, v| 0.5 * t + v)
}

#[differentiable]
fn zipped(x: &[f64], y: &[f64]) -> f64 {
    let mut s = 1.0;
    x.iter().zip(y.iter().map(|v| { s *= v; s })).rfold(0.0, |t, (a, b)| 0.5 * t + a * b)
}

fn main() {}
