//! Loops in loops, loops that carry several values, branches inside.

use pullback::differentiable;
use pullback_tests::check;

#[differentiable]
fn anonymous_counter(x: f64, steps: usize) -> f64 {
    let mut y = x;
    for _ in 0..steps {
        y = y.sin() + x;
    }
    y
}
check!(
    anonymous_counter_checks,
    anonymous_counter(0.7, fixed(5)),
    anonymous_counter(0.7, fixed(0))
);

#[differentiable]
fn nested(a: &[f64], n: usize) -> f64 {
    let mut s = 0.0;
    for i in 0..n {
        for j in 0..n {
            s += a[i] * a[j] * (i + 2 * j) as f64;
        }
    }
    s
}
check!(nested_checks, nested(&[1.0, 2.0, -3.0], fixed(3)));

#[differentiable]
fn triangular(a: &[f64]) -> f64 {
    let n = a.len();
    let mut s = 0.0;
    for i in 0..n {
        let mut inner = 0.0;
        for j in i + 1..n {
            inner += (a[i] - a[j]).powi(2);
        }
        s += inner.sqrt();
    }
    s
}
check!(triangular_checks, triangular(&[1.0, 2.0, -3.0, 0.3]));

#[differentiable]
fn three_deep(x: f64) -> f64 {
    let mut s = x;
    for i in 0..2 {
        for j in 0..=i {
            for k in (0..3).rev() {
                s = s * 0.9 + (x * (i + j + k) as f64).sin();
            }
        }
    }
    s
}
check!(three_deep_checks, three_deep(0.4));

#[differentiable]
fn loop_carried_pair(x: f64, y: f64, n: usize) -> f64 {
    let (mut a, mut b) = (x, y);
    for _ in 0..n {
        let t = a;
        a = a * b;
        b = t + b * 0.5;
    }
    a + b
}
check!(
    loop_carried_pair_checks,
    loop_carried_pair(0.8, 0.6, fixed(4))
);

#[differentiable]
fn fibonacci_like(x: f64, n: usize) -> f64 {
    let mut previous = 1.0;
    let mut current = x;
    for _ in 0..n {
        (previous, current) = (current, previous * x + current);
    }
    current
}
check!(fibonacci_like_checks, fibonacci_like(0.8, fixed(6)));

#[differentiable]
fn logistic_map(r: f64, x0: f64) -> f64 {
    let mut x = x0;
    for _ in 0..8 {
        x = r * x * (1.0 - x);
    }
    x
}
check!(logistic_map_checks, logistic_map(2.9, 0.3));

#[differentiable]
fn branch_in_loop(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for &v in x {
        if v > 0.0 {
            s += v * v;
        } else {
            s *= 1.0 - v;
        }
    }
    s
}
check!(
    branch_in_loop_checks,
    branch_in_loop(&[0.3, -0.2, 0.5, -0.7, 0.9])
);

#[differentiable]
fn running_maximum(x: &[f64]) -> f64 {
    let mut best = x[0];
    for i in 1..x.len() {
        if x[i] > best {
            best = x[i];
        }
    }
    best * best
}
check!(
    running_maximum_checks,
    running_maximum(&[0.3, 2.0, 0.5, 2.7, 0.9])
);

#[differentiable]
fn running_maximum_by_method(x: &[f64]) -> f64 {
    let mut best = f64::NEG_INFINITY;
    for &v in x.iter() {
        best = best.max(v);
    }
    best * x[0]
}
check!(
    running_maximum_by_method_checks,
    running_maximum_by_method(&[0.3, 2.0, 0.5, 2.7, 0.9])
);

#[differentiable]
fn locals_in_the_body(x: &[f64], w: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        let z = w[i] * x[i];
        let a = z.tanh();
        let b = if a > 0.0 { a } else { 0.1 * a };
        s += b * z;
    }
    s
}
check!(
    locals_in_the_body_checks,
    locals_in_the_body(&[0.3, -2.0, 0.5], &[1.0, 0.5, -0.4])
);
