use crate::assert_grad;
use pullback::differentiable;
use std::fmt::Write;

#[differentiable]
fn logged(x: f64, n: usize) -> f64 {
    let mut log = String::new();
    let mut y = x;
    for i in 0..n {
        y = y.sin() + x;
        write!(log, "{i}: {y:.3}; ").unwrap();
        if y > 1.0 {
            writeln!(&mut log).unwrap();
        }
    }
    assert!(log.chars().count() >= 10 * n && log.lines().count() <= n + 1);
    let report = format!("{log} end {y}");
    if report.is_empty() { 0.0 } else { y * x }
}

#[test]
fn gradient_is_right() {
    for x in [0.3, 1.2] {
        for n in [0, 3] {
            let gradient = || logged::gradient(x, n);
            assert_grad(|v| logged(v[0], n), &[x], &[gradient()]);
            assert_eq!(gradient(), gradient());
        }
    }
}
