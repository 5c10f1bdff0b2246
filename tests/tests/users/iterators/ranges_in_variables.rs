//! Ranges as values of variables.

use pullback::differentiable;
use pullback_tests::check;

#[differentiable]
fn looped(x: &[f64], n: usize) -> f64 {
    let r = 1..n;
    let mut s = 0.0;
    for i in r {
        s += x[i] * x[i - 1];
    }
    s
}
check!(
    looped_checks,
    looped(&[0.5, 1.5, -0.7], fixed(3)),
    looped(&[0.5], fixed(1))
);

#[differentiable]
fn sliced(x: &[f64], n: usize) -> f64 {
    let r = n / 2..n;
    let inner = 1..=n - 1;
    let count = r.len() as f64;
    let part: f64 = x[r.clone()].iter().sum();
    let middle: f64 = x[inner].iter().map(|v| v * v).sum();
    part * middle + count * x[r.start] * x[r.end - 1]
}
check!(sliced_checks, sliced(&[0.5, 1.5, -0.7, 0.3], fixed(4)));

/// The ends are those of the moment the range was made at.
#[differentiable]
fn remembered(x: &[f64]) -> f64 {
    let mut n = x.len();
    let all = 0..n;
    n -= 1;
    let some = ..n;
    let tail = n..;
    let first: f64 = all.clone().map(|i| x[i].sin()).sum();
    let mut s = 0.0;
    for k in 0..2 {
        let both = k..k + 2;
        for i in both.clone().rev() {
            if all.contains(&i) {
                s += x[both.start] * x[i];
            }
        }
        s *= x[some].iter().sum::<f64>() + x[tail.clone()][0];
    }
    first * s
}
check!(remembered_checks, remembered(&[0.5, 1.5, -0.7]));

#[differentiable]
fn in_closures(x: &[f64]) -> f64 {
    let n = x.len();
    let window = |i: usize| {
        let near = i..(i + 2).min(n);
        near.map(|j| x[j] * x[j]).sum::<f64>()
    };
    let rows = 0..n;
    rows.map(|i| window(i) * x[i]).sum()
}
check!(in_closures_checks, in_closures(&[0.5, 1.5, -0.7]));
