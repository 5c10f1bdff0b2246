//! Elements and ranges that are asked of a list uniquely: `get_mut(a..b)`, and one of `iter_mut()` by its position or key.

use crate::check;
use pullback::differentiable;

#[differentiable]
fn ranges(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    if let Some(head) = v.get_mut(0..2) {
        for h in head {
            *h *= *h;
        }
    }
    if let Some(tail) = v.get_mut(2..) {
        tail[0] *= 2.0;
        tail.reverse();
    }
    if let Some(none) = v.get_mut(3..17) {
        none[0] = 0.0;
    }
    v.iter().zip(1..).map(|(y, i)| i as f64 * y * y).sum()
}

#[differentiable]
fn elements(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    if let Some(second) = v.iter_mut().nth(1) {
        *second += x[0];
    }
    if let Some(last) = v.iter_mut().last() {
        *last *= 5.0;
    }
    *v.iter_mut().next().unwrap() *= x[2];
    if let Some(least) = v.iter_mut().min_by_key(|y| (**y * 100.0) as i64) {
        *least = least.sin();
    }
    v.iter().zip(1..).map(|(y, i)| i as f64 * y * y).sum()
}

#[test]
fn gradients() {
    let points: &[&[f64]] = &[&[0.4, 1.3, 0.8], &[1.2, -0.6, 0.9, 1.7]];
    check(ranges, ranges::gradient, points);
    check(elements, elements::gradient, points);
}
