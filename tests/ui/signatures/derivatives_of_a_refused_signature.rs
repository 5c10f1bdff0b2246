use pullback::differentiable;
use std::sync::Mutex;

#[differentiable]
fn scaled(x: f64, factor: &Mutex<f64>, ys: &[f64]) -> f64 {
    *factor.lock().unwrap() * x * ys[0]
}

fn main() {
    let (factor, ys) = (Mutex::new(2.0), [1.0]);
    scaled::gradient(1.0, &factor, &ys);
    let gradient = scaled::gradient(1.0, &factor, &ys);
    println!("{gradient:?}");
    let (value, (by_x, by_factor, by_ys)) = scaled::value_and_gradient(1.0, &factor, &ys);
    assert!((value - by_x).abs() < 1e-9 && by_factor == 1.0 && by_ys == [2.0]);
    let (value, pullback) = scaled::vjp(1.0, &factor, &ys);
    println!("{value} {:?}", pullback.call(1.0));
}
