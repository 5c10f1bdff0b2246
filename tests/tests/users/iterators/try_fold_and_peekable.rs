use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn bounded_product(x: &[f64], cap: f64) -> Option<f64> {
    x.iter().try_fold(1.0, |acc, v| {
        let next = acc * v;
        if next.abs() > cap { None } else { Some(next) }
    })
}

#[differentiable]
fn merge_sum(a: &[f64], b: &[f64]) -> f64 {
    let (mut i, mut j) = (0, 0);
    let mut k = 1.0;
    let mut s = 0.0;
    while i < a.len() || j < b.len() {
        let take_a = j == b.len() || (i < a.len() && a[i] <= b[j]);
        let v = if take_a {
            i += 1;
            a[i - 1]
        } else {
            j += 1;
            b[j - 1]
        };
        s += v * k;
        k *= 0.7;
    }
    s
}

#[differentiable]
fn f(a: &[f64], b: &[f64], cap: f64) -> f64 {
    merge_sum(a, b)
        + bounded_product(a, cap).unwrap_or(cap) * bounded_product(b, cap).unwrap_or(1.0)
}

#[test]
fn gradient_is_right() {
    let (a, b) = ([0.5, 1.2, 2.8], [0.7, 2.0, 3.1]);
    let (da, db, dc) = f::gradient(&a, &b, 3.0);
    assert_grad(|v| f(v, &b, 3.0), &a, &da);
    assert_grad(|v| f(&a, v, 3.0), &b, &db);
    assert_grad(|v| f(&a, &b, v[0]), &[3.0], &[dc]);
}
