use crate::assert_grad;
use pullback::differentiable;

use std::mem;

#[differentiable]
fn f(x: &[f64], k: f64) -> f64 {
    let mut cur = x.to_vec();
    let mut out = 0.0;
    for i in 0..3 {
        let next: Vec<f64> = cur.iter().map(|v| v * k + i as f64).collect();
        let old = mem::replace(&mut cur, next);
        out += old[0] * cur[1];
    }
    let taken = mem::take(&mut cur);
    assert!(cur.is_empty());
    let mut y = k;
    let z = mem::replace(&mut y, taken[0]);
    out + z * y + mem::take(&mut y)
}

#[test]
fn gradient_is_right() {
    let x = [0.3, 1.0];
    let (dx, dk) = f::gradient(&x, 0.8);
    assert_grad(|x| f(x, 0.8), &x, &dx);
    assert_grad(|k| f(&x, k[0]), &[0.8], &[dk]);
}
