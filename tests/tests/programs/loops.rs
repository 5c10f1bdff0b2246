//! `for` loops over ranges and slices.

use pullback::differentiable;
use pullback_tests::{check, check_vjp};

#[differentiable]
fn sum(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += x[i];
    }
    s
}
check!(sum_checks, sum(&[1.0, 2.0, -3.0]), sum(&[2.5]));

#[differentiable]
fn sum_of_slice(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x {
        s += v;
    }
    s
}
check!(sum_of_slice_checks, sum_of_slice(&[1.0, 2.0, -3.0]));

#[differentiable]
fn sum_of_squares(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for &v in x {
        s += v * v;
    }
    s
}
check!(sum_of_squares_checks, sum_of_squares(&[1.0, 2.0, -3.0]));

#[differentiable]
fn sum_by_iter(x: &Vec<f64>) -> f64 {
    let mut s = 0.0;
    for v in x.iter() {
        s += v.sin();
    }
    s
}
check!(sum_by_iter_checks, sum_by_iter(&vec![1.0, 2.0, -3.0]));

#[differentiable]
fn product(x: &[f64]) -> f64 {
    let mut p = 1.0;
    for v in x.iter() {
        p *= *v;
    }
    p
}
check!(
    product_checks,
    product(&[1.0, 2.0, -3.0]),
    product(&[1.0, 0.0, -3.0])
);

#[differentiable]
fn dot(x: &[f64], y: &[f64]) -> f64 {
    let mut s = 0.0;
    for (a, b) in x.iter().zip(y.iter()) {
        s += a * b;
    }
    s
}
check!(dot_checks, dot(&[1.0, 2.0, -3.0], &[0.5, 0.25, 2.0]));

#[differentiable]
fn zip_of_references(x: &[f64], y: &[f64]) -> f64 {
    let mut s = 0.0;
    for (&a, &b) in x.iter().zip(y) {
        s += (a - b) * (a - b);
    }
    s.sqrt()
}
check!(
    zip_of_references_checks,
    zip_of_references(&[1.0, 2.0, -3.0], &[0.5, 0.25, 2.0])
);

#[differentiable]
fn weighted_by_position(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for (i, v) in x.iter().enumerate() {
        s += (i + 1) as f64 * v * v;
    }
    s
}
check!(
    weighted_by_position_checks,
    weighted_by_position(&[1.0, 2.0, -3.0])
);

#[differentiable]
fn enumerate_and_zip(x: &[f64], y: &[f64]) -> f64 {
    let mut s = 0.0;
    for (i, (a, b)) in x.iter().zip(y.iter()).enumerate() {
        if i % 2 == 0 {
            s += a * b;
        } else {
            s -= a / b;
        }
    }
    s
}
check!(
    enumerate_and_zip_checks,
    enumerate_and_zip(&[1.0, 2.0, -3.0], &[0.5, 0.25, 2.0])
);

#[differentiable]
fn inclusive_range(x: f64, n: usize) -> f64 {
    let mut s = 0.0;
    for k in 1..=n {
        s += x.powi(k as i32) / k as f64;
    }
    s
}
check!(
    inclusive_range_checks,
    inclusive_range(0.5, fixed(6)),
    inclusive_range(0.5, fixed(1)),
    inclusive_range(0.5, fixed(0)),
);

#[differentiable]
fn horner_reversed(c: &[f64], x: f64) -> f64 {
    let mut acc = 0.0;
    for i in (0..c.len()).rev() {
        acc = acc * x + c[i];
    }
    acc
}
check!(
    horner_reversed_checks,
    horner_reversed(&[1.0, -2.0, 0.5, 0.25], 0.7)
);

#[differentiable]
fn horner_over_reversed_slice(c: &[f64], x: f64) -> f64 {
    let mut acc = 0.0;
    for a in c.iter().rev() {
        acc = acc * x + a;
    }
    acc
}
check!(
    horner_over_reversed_slice_checks,
    horner_over_reversed_slice(&[1.0, -2.0, 0.5, 0.25], 0.7)
);

#[differentiable]
fn every_second(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in (0..x.len()).step_by(2) {
        s += x[i].exp();
    }
    for i in (1..x.len()).step_by(2).rev() {
        s = s * 0.5 + x[i];
    }
    s
}
check!(
    every_second_checks,
    every_second(&[0.1, 0.2, 0.3, 0.4, 0.5])
);

#[differentiable]
fn accumulating_product_over_range(x: f64, n: i32) -> f64 {
    let mut term = 1.0;
    let mut total = 1.0;
    for k in 1..n {
        term *= x / k as f64;
        total += term;
    }
    total
}
check!(
    accumulating_product_over_range_checks,
    accumulating_product_over_range(0.7, fixed(10)),
    accumulating_product_over_range(0.7, fixed(-3)),
);

#[differentiable]
fn negative_range(x: f64) -> f64 {
    let mut s = 0.0;
    for k in -3i32..=3 {
        s += (x * k as f64).cos() * (k + 4) as f64;
    }
    s
}
check!(negative_range_checks, negative_range(0.7));

#[differentiable]
fn over_an_array(x: [f64; 4]) -> f64 {
    let mut s = 1.0;
    for v in x {
        s = s * 0.5 + v * v;
    }
    for v in &x {
        s *= v + 1.0;
    }
    s
}
check!(over_an_array_checks, over_an_array([0.3, -2.0, 0.5, 1.0]));

#[differentiable]
fn over_a_constant_array(x: f64) -> f64 {
    let mut s = 0.0;
    for c in [1.0, 0.5, -0.25] {
        s = s * x + c;
    }
    for &w in &[0.2, 0.8] {
        s += (w * x).exp();
    }
    s
}
check!(over_a_constant_array_checks, over_a_constant_array(0.9));

#[differentiable]
fn moving_average(x: &[f64], width: usize) -> Vec<f64> {
    let n = x.len() - width + 1;
    let mut out = vec![0.0; n];
    for i in 0..n {
        for j in i..i + width {
            out[i] += x[j];
        }
        out[i] /= width as f64;
    }
    out
}
check_vjp!(
    moving_average_checks,
    moving_average(&[1.0, 2.0, 4.0, 8.0, 1.0], fixed(2))
);

#[differentiable]
fn bounds_computed(x: &[f64], lo: usize, len: usize) -> f64 {
    let hi = (lo + len).min(x.len());
    let mut s = 0.0;
    for i in lo..hi {
        s += x[i] * x[hi - 1 - (i - lo)];
    }
    s
}
check!(
    bounds_computed_checks,
    bounds_computed(&[1.0, 2.0, 4.0, 8.0], fixed(1), fixed(2)),
    bounds_computed(&[1.0, 2.0, 4.0, 8.0], fixed(1), fixed(9)),
    bounds_computed(&[1.0, 2.0], fixed(2), fixed(0)),
);

#[differentiable]
fn loop_after_loop(x: &[f64]) -> f64 {
    let mut mean = 0.0;
    for v in x {
        mean += v;
    }
    mean /= x.len() as f64;
    let mut variance = 0.0;
    for v in x {
        variance += (v - mean) * (v - mean);
    }
    variance / (x.len() - 1) as f64
}
check!(
    loop_after_loop_checks,
    loop_after_loop(&[0.3, 2.0, 0.5, 2.7, 0.9])
);

#[differentiable]
fn integer_accumulators(x: &[f64]) -> f64 {
    let mut count = 0;
    let mut sum = 0.0;
    let mut last = 0usize;
    for i in 0..x.len() {
        if x[i] > 0.5 {
            count += 1;
            last = i;
            sum += x[i] * count as f64;
        }
    }
    sum / count.max(1) as f64 + x[last]
}
check!(
    integer_accumulators_checks,
    integer_accumulators(&[0.3, 2.0, 0.1, 2.7, 0.9, 0.2])
);
