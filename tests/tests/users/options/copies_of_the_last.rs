use crate::check;
use pullback::differentiable;

/// A stack whose type only what is pushed shows, asked for its last before that; and a sum up to a position found from
/// the end, behind another sum.
#[differentiable]
fn products(x: &[f64]) -> f64 {
    let mut stack = vec![];
    for &v in x {
        stack.push(v * stack.last().copied().unwrap_or(0.5));
    }
    let upto = x.iter().rposition(|&v| v > 1.0).map_or(0, |i| i + 1);
    stack.iter().sum::<f64>() + x[..upto].iter().map(|v| v * v).sum::<f64>()
}

/// The same sums without a list before.
#[differentiable]
fn sums(x: &[f64]) -> f64 {
    let upto = x.iter().position(|&v| v > 1.0).unwrap_or(x.len());
    x.iter().map(|v| v.sin()).sum::<f64>() + x[..upto].iter().sum::<f64>()
}

#[test]
fn gradient_is_right() {
    let points: [&[f64]; 3] = [&[0.5, 2.9, 1.7, -0.3], &[0.4, 0.8, 0.1], &[]];
    check(products, |x| products::gradient(x), &points);
    check(sums, |x| sums::gradient(x), &points);
}
