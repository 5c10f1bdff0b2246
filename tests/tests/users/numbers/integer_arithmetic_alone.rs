use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(xs: &[f64], seed: u64) -> f64 {
    let mut state = seed;
    let mut s = 0.0;
    for i in 0..10usize {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        let idx = (state >> 33) as usize % xs.len();
        let sign = if (state & 1) == 1 { -1 } else { 1 };
        let p = (i as i32).pow(2).rem_euclid(3) + 1;
        s += f64::from(sign) * xs[idx].powi(p) / (i.saturating_sub(3) + 1) as f64;
    }
    let k = xs.len().min(3).max(1).checked_mul(2).unwrap_or(0) as f64;
    s * k + u64::MAX.count_ones() as f64 + i32::abs(-3) as f64
}

#[test]
fn gradient_is_right() {
    let x = [0.31, 1.17, -0.8];
    assert_grad(|x| f(x, 42), &x, &f::gradient(&x, 42));
}
