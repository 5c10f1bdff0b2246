//! `f64::from` of what is true or false.

use crate::check;
use pullback::differentiable;

#[differentiable]
fn flagged(x: &[f64], flag: bool, n: usize) -> f64 {
    let big = x[0] > 2.0;
    let counted = x[0] * f64::from(x[1] > 0.3) + x[1] * f64::from(flag);
    let even = x[2] * f64::from(n % 2 == 0) + f64::from(big) * x[2];
    counted * even + f64::from(u8::from(big)) * x[0] + f64::from(!flag) * x[1].sin()
}

#[test]
fn test_flags_as_floats() {
    for flag in [true, false] {
        for n in [3, 4] {
            check(
                |x| flagged(x, flag, n),
                |x| flagged::gradient(x, flag, n),
                &[&[1.0, 0.5, 0.3], &[3.0, 0.1, 0.2]],
            );
        }
    }
}
