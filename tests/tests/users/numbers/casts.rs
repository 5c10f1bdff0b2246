use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: f64, n: i32, m: u8) -> f64 {
    let a = x * n as f64;
    let bucket = (x * 10.0) as usize;
    let w = bucket as f64 / m as f64;
    let narrow = x as f32;
    let wide = narrow as f64;
    let b = (n as i64 * 3 - m as i64) as f64;
    let flag = (x > 0.5) as u8 as f64;
    a * w + wide * 0.0 + b * x.sqrt() + flag * x + i32::from(m) as f64 + f64::from(n)
}

#[test]
fn gradient_is_right() {
    for x in [0.31, 1.17] {
        assert_grad(|v| f(v[0], 3, 7), &[x], &[f::gradient(x, 3, 7)]);
    }
}
