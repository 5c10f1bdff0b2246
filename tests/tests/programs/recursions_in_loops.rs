//! Functions that call themselves in loops, and what leaves them early.

use pullback::differentiable;
use pullback_tests::check;

#[differentiable]
fn determinant(a: &[f64], n: usize) -> f64 {
    if n == 1 {
        return a[0];
    }
    if n == 2 {
        return a[0] * a[3] - a[1] * a[2];
    }
    let mut total = 0.0;
    for j in 0..n {
        let rest: Vec<f64> = (1..n)
            .flat_map(|i| (0..n).filter(move |k| *k != j).map(move |k| (i, k)))
            .map(|(i, k)| a[i * n + k])
            .collect();
        let sign = if j % 2 == 0 { 1.0 } else { -1.0 };
        total += sign * a[j] * determinant(&rest, n - 1);
    }
    total
}
check!(
    determinant_checks,
    determinant(&[0.5], fixed(1)),
    determinant(&[0.5, -1.0, 2.0, 0.3], fixed(2)),
    determinant(&[0.4, 1.1, -0.6, 0.9, 0.2, 1.7, -1.3, 0.8, 0.7], fixed(3)),
    determinant(
        &[
            0.4, 1.1, -0.6, 0.9, 0.2, 1.7, -1.3, 0.8, 0.7, -0.2, 0.6, 1.4, -0.9, 0.3, 1.2, 0.1
        ],
        fixed(4)
    )
);

#[differentiable]
fn two_lists_and_a_number(x: &[f64], y: &[f64], k: f64, n: usize) -> f64 {
    if n == 0 {
        return k;
    }
    let mut s = 0.0;
    for i in 0..n {
        let a: Vec<f64> = x.iter().map(|v| v * k).collect();
        let b: Vec<f64> = y.iter().rev().map(|v| v + x[i]).collect();
        s += two_lists_and_a_number(&a, &b, k * x[0], n - 1) * y[i];
        s += 0.5 * two_lists_and_a_number(&b, &a, k + y[0], n - 1);
    }
    s
}
check!(
    two_lists_and_a_number_checks,
    two_lists_and_a_number(&[1.2, 0.3, 0.4], &[0.2, 0.7, 0.9], 1.1, fixed(0)),
    two_lists_and_a_number(&[1.2, 0.3, 0.4], &[0.2, 0.7, 0.9], 1.1, fixed(2))
);

#[differentiable]
fn arrays(x: &[f64; 3], depth: u32) -> f64 {
    if depth == 0 {
        return x[0] * x[1] - x[2].sin();
    }
    let mut s = 0.0;
    for k in 0..2 {
        let next = [x[0] * 0.5 + x[1], x[1] * x[2], x[2] - k as f64];
        s += x[k] * arrays(&next, depth - 1);
    }
    s
}
check!(
    arrays_checks,
    arrays(&[1.2, 0.3, 0.4], fixed(0)),
    arrays(&[1.2, 0.3, 0.4], fixed(3))
);

#[differentiable]
fn weighed_by_nothing(x: &[f64], n: usize) -> f64 {
    if n == 0 {
        return (x[0] - 1.0).sqrt();
    }
    let mut s = 0.0;
    for i in 0..2 {
        let y = x.to_vec();
        s += i as f64 * x[1] * weighed_by_nothing(&y, n - 1);
    }
    s
}
check!(
    weighed_by_nothing_checks,
    weighed_by_nothing(&[2.0, 3.0], fixed(2))
);

#[test]
fn a_partial_derivative_that_is_infinite_counts_for_nothing_where_no_cotangent_comes() {
    assert_eq!(
        weighed_by_nothing::gradient(&[1.0, 0.0], 1),
        [0.0, 0.0],
        "the root has no finite slope at zero"
    );
}

#[differentiable]
fn left_in_many_ways(x: &[f64], mode: u8) -> f64 {
    if x.is_empty() {
        return 0.0;
    }
    if mode == 1 {
        return x[0];
    }
    let n = x.len();
    if n == 1 {
        let a = x[0] * 3.0;
        return a.exp() * x[0];
    }
    if mode == 2 {
        return x.iter().sum();
    }
    let mut s = 0.0;
    for i in 0..n {
        s += x[i] * x[n - 1 - i];
    }
    s / n as f64
}
check!(
    left_in_many_ways_checks,
    left_in_many_ways(&[], fixed(0)),
    left_in_many_ways(&[0.7, 1.2], fixed(1)),
    left_in_many_ways(&[0.7], fixed(0)),
    left_in_many_ways(&[0.7, 1.2, -0.4], fixed(2)),
    left_in_many_ways(&[0.7, 1.2, -0.4], fixed(0))
);

#[differentiable]
fn a_number_for_the_end_alone(x: &[f64], k: f64, n: usize) -> f64 {
    if n == 0 {
        return k * 2.0 + x[0];
    }
    let mut s = 0.0;
    for i in 0..n {
        let y = x.to_vec();
        s += x[i] * a_number_for_the_end_alone(&y, x[0] * 3.0, n - 1);
    }
    s
}
check!(
    a_number_for_the_end_alone_checks,
    a_number_for_the_end_alone(&[0.3, 0.4], 1.2, fixed(0)),
    a_number_for_the_end_alone(&[0.3, 0.4], 1.2, fixed(2))
);

#[differentiable]
fn scaled(x: &[f64], i: usize) -> Vec<f64> {
    x.iter().map(|v| v * v * (i + 1) as f64).collect()
}

#[differentiable]
fn a_list_for_the_end_alone(x: &[f64], w: &[f64], n: usize) -> f64 {
    if n == 0 {
        return w[0] * w[1] * x[0];
    }
    let mut s = 0.0;
    for i in 0..n {
        let y = x.to_vec();
        let u = scaled(x, i);
        s += x[i] * a_list_for_the_end_alone(&y, &u, n - 1);
    }
    s
}
check!(
    a_list_for_the_end_alone_checks,
    a_list_for_the_end_alone(&[1.2, 0.3], &[0.4, 0.9], fixed(0)),
    a_list_for_the_end_alone(&[1.2, 0.3], &[0.4, 0.9], fixed(2))
);

#[differentiable]
fn a_number_for_two_ends(x: &[f64], k: f64, n: usize) -> f64 {
    if n == 0 {
        return k * x[0];
    }
    if n == 1 {
        return k.sin() + x[1];
    }
    let mut s = 0.0;
    for i in 0..n {
        let y = scaled(x, i);
        let c = x[i] * x[0];
        s += a_number_for_two_ends(&y, c, n - 1);
        s += 2.0 * a_number_for_two_ends(&y, x[1], n - 2);
    }
    s
}
check!(
    a_number_for_two_ends_checks,
    a_number_for_two_ends(&[0.3, 0.4, 0.7], 1.2, fixed(1)),
    a_number_for_two_ends(&[0.3, 0.4, 0.7], 1.2, fixed(3))
);
