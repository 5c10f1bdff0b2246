//! `&mut` arguments: their cotangents go in and out, their contents are restored.

use pullback::differentiable;
use pullback_tests::{check, check_both, check_in_place};

#[differentiable]
fn scale(y: &mut [f64], a: f64) {
    for i in 0..y.len() {
        y[i] *= a;
    }
}
check_in_place!(
    scale_checks,
    scale(&mut vec![1.0, 2.0, -0.5], 0.7),
    scale(&mut vec![1.0], 0.0)
);

#[differentiable]
fn add_assign(y: &mut [f64], x: &[f64]) {
    for i in 0..y.len() {
        y[i] += x[i];
    }
}
check_in_place!(
    add_assign_checks,
    add_assign(&mut vec![1.0, 2.0], &[0.3, 0.4])
);

#[differentiable]
fn axpy(a: f64, x: &[f64], y: &mut [f64]) {
    for (yi, xi) in y.iter_mut().zip(x.iter()) {
        *yi += a * xi;
    }
}
check_in_place!(axpy_checks, axpy(0.5, &[0.3, 0.4], &mut vec![1.0, 2.0]));

#[differentiable]
fn squares_in_place(y: &mut [f64]) {
    for v in y.iter_mut() {
        *v = *v * *v;
    }
}
check_in_place!(
    squares_in_place_checks,
    squares_in_place(&mut vec![1.0, -2.0, 0.3])
);

#[differentiable]
fn over_mutable_reference(y: &mut [f64], k: f64) {
    for v in y {
        *v += k;
        *v = v.sin();
    }
}
check_in_place!(
    over_mutable_reference_checks,
    over_mutable_reference(&mut vec![1.0, -2.0], 0.4)
);

#[differentiable]
fn prefix_sums(y: &mut [f64]) {
    for i in 1..y.len() {
        y[i] += y[i - 1];
    }
}
check_in_place!(
    prefix_sums_checks,
    prefix_sums(&mut vec![1.0, -2.0, 0.3, 4.0])
);

#[differentiable]
fn prefix_products(y: &mut Vec<f64>) {
    for i in 1..y.len() {
        y[i] *= y[i - 1];
    }
}
check_in_place!(
    prefix_products_checks,
    prefix_products(&mut vec![1.5, -2.0, 0.3, 4.0])
);

#[differentiable]
fn reversed(y: &mut [f64]) {
    let n = y.len();
    for i in 0..n / 2 {
        let t = y[i];
        y[i] = y[n - 1 - i];
        y[n - 1 - i] = t;
    }
}
check_in_place!(
    reversed_checks,
    reversed(&mut vec![1.5, -2.0, 0.3, 4.0, 5.0])
);

#[differentiable]
fn swapped(y: &mut [f64], i: usize, j: usize) -> f64 {
    y.swap(i, j);
    y[0] * y[0] + 3.0 * y[1]
}
check!(
    swapped_checks,
    swapped(&mut vec![1.5, -2.0, 0.3], fixed(0), fixed(2)),
    swapped(&mut vec![1.5, 2.0], fixed(1), fixed(1))
);

#[differentiable]
fn butterfly(y: &mut [f64]) {
    let n = y.len();
    let mut half = 1;
    while half < n {
        let mut start = 0;
        while start < n {
            for k in start..start + half {
                let (a, b) = (y[k], y[k + half]);
                y[k] = a + b;
                y[k + half] = a - b;
            }
            start += 2 * half;
        }
        half *= 2;
    }
}
check_in_place!(
    butterfly_checks,
    butterfly(&mut vec![1.5, -2.0, 0.3, 4.0, 1.0, 2.0, 3.0, 0.1])
);

#[differentiable]
fn scalar_behind_reference(x: &mut f64, k: f64) {
    *x = *x * *x * k;
    *x += k;
}
check_in_place!(
    scalar_behind_reference_checks,
    scalar_behind_reference(&mut 1.5, 0.3)
);

#[differentiable]
fn scalar_returned_and_changed(x: &mut f64, k: f64) -> f64 {
    let before = *x;
    *x *= k;
    before + x.sin()
}
check!(
    scalar_returned_and_changed_checks,
    scalar_returned_and_changed(&mut 1.5, 0.3)
);
check_both!(
    scalar_returned_and_changed_vjp,
    scalar_returned_and_changed(&mut 1.5, 0.3)
);

#[differentiable]
fn array_behind_reference(a: &mut [f64; 3]) -> f64 {
    a[0] *= a[1];
    a[2] -= a[0] * a[2];
    a[1] = 1.0;
    a[0] + a[2]
}
check!(
    array_behind_reference_checks,
    array_behind_reference(&mut [1.5, 0.3, 2.0])
);
check_both!(
    array_behind_reference_vjp,
    array_behind_reference(&mut [1.5, 0.3, 2.0])
);

#[differentiable]
fn normalise(y: &mut [f64]) -> f64 {
    let mut norm = 0.0;
    for v in y.iter() {
        norm += v * v;
    }
    let norm = norm.sqrt();
    for v in y.iter_mut() {
        *v /= norm;
    }
    norm
}
check!(normalise_checks, normalise(&mut vec![1.5, 0.3, 2.0]));
check_both!(normalise_vjp, normalise(&mut vec![1.5, 0.3, 2.0]));

#[differentiable]
fn two_mutable_arguments(a: &mut [f64], b: &mut [f64], mix: f64) -> f64 {
    for i in 0..a.len() {
        let (x, y) = (a[i], b[i]);
        a[i] = x * mix + y;
        b[i] = x * y;
    }
    a[0] * b[0]
}
check!(
    two_mutable_arguments_checks,
    two_mutable_arguments(&mut vec![1.0, 2.0], &mut vec![0.3, 0.4], 0.6)
);
check_both!(
    two_mutable_arguments_vjp,
    two_mutable_arguments(&mut vec![1.0, 2.0], &mut vec![0.3, 0.4], 0.6)
);

#[differentiable]
fn exchange(a: &mut f64, b: &mut f64) {
    let t = *a;
    *a = *b * 2.0;
    *b = t;
}
check_in_place!(exchange_checks, exchange(&mut 1.0, &mut 3.0));

#[differentiable]
fn overwritten_completely(y: &mut [f64], x: &[f64]) {
    for i in 0..y.len() {
        y[i] = x[i].exp();
    }
}
check_in_place!(
    overwritten_completely_checks,
    overwritten_completely(&mut vec![5.0, 6.0], &[0.3, 0.4])
);

#[differentiable]
fn workspace(x: &[f64], work: &mut [f64]) -> f64 {
    for i in 0..x.len() {
        work[i] = x[i] * x[i];
    }
    let mut s = 0.0;
    for i in 0..x.len() {
        s += work[i].sin();
    }
    s
}
check!(
    workspace_checks,
    workspace(&[0.3, 0.4], &mut vec![5.0, 6.0])
);

#[differentiable]
fn growing(v: &mut Vec<f64>, x: f64) {
    v.push(x);
    let last = v[v.len() - 1] * v[0];
    v.push(last);
}
check_in_place!(growing_checks, growing(&mut vec![1.0, 2.0], 0.5));

#[differentiable]
fn growing_in_a_loop(v: &mut Vec<f64>, n: usize) -> f64 {
    for i in 0..n {
        let next = v[i] * 1.5 + 0.1;
        v.push(next);
    }
    let mut s = 0.0;
    for a in v.iter() {
        s += a * a;
    }
    s
}
check!(
    growing_in_a_loop_checks,
    growing_in_a_loop(&mut vec![1.0, 2.0], fixed(3)),
    growing_in_a_loop(&mut vec![1.0], fixed(0))
);

#[differentiable]
fn shrinking(v: &mut Vec<f64>) -> f64 {
    let mut s = 0.0;
    while v.len() > 1 {
        let last = v.pop().unwrap();
        s = s * 0.5 + last * v[0];
    }
    s
}
check!(shrinking_checks, shrinking(&mut vec![1.0, 2.0, 3.0]));
check_both!(shrinking_vjp, shrinking(&mut vec![1.0, 2.0, 3.0]));

#[differentiable]
fn change_under_condition(y: &mut [f64], limit: f64) {
    for i in 0..y.len() {
        if y[i] > limit {
            y[i] = limit + (y[i] - limit) * 0.1;
        } else if y[i] < -limit {
            y[i] = -limit;
        }
    }
}
check_in_place!(
    change_under_condition_checks,
    change_under_condition(&mut vec![1.0, 3.0, -4.0], 2.0)
);

#[differentiable]
fn bubble_sort(y: &mut [f64]) {
    let n = y.len();
    for i in 0..n {
        for j in 0..n - 1 - i {
            if y[j] > y[j + 1] {
                let t = y[j];
                y[j] = y[j + 1];
                y[j + 1] = t;
            }
        }
    }
}
check_in_place!(
    bubble_sort_checks,
    bubble_sort(&mut vec![1.0, 3.0, -4.0, 2.0])
);

#[differentiable]
fn change_and_early_return(y: &mut [f64], stop: f64) -> f64 {
    let mut s = 0.0;
    for i in 0..y.len() {
        s += y[i] * y[i];
        y[i] = s;
        if s > stop {
            return s * y[0];
        }
    }
    y[0] = 0.0;
    s
}
check!(
    change_and_early_return_checks,
    change_and_early_return(&mut vec![1.0, 2.0, 3.0], 3.0),
    change_and_early_return(&mut vec![1.0, 2.0, 3.0], 30.0),
);
check_both!(
    change_and_early_return_vjp,
    change_and_early_return(&mut vec![1.0, 2.0, 3.0], 3.0)
);

#[differentiable]
fn matrix_in_place(m: &mut [[f64; 2]; 2], k: f64) -> f64 {
    m[0][1] += k * m[0][0];
    m[1][0] *= m[0][1];
    let row = m[1];
    row[0] * m[1][1] + m[0][1]
}
check!(
    matrix_in_place_checks,
    matrix_in_place(&mut [[1.0, 2.0], [3.0, 4.0]], 0.5)
);
check_both!(
    matrix_in_place_vjp,
    matrix_in_place(&mut [[1.0, 2.0], [3.0, 4.0]], 0.5)
);

#[differentiable]
fn rows_in_place(m: &mut Vec<Vec<f64>>, k: f64) {
    for i in 1..m.len() {
        for j in 0..m[i].len() {
            m[i][j] -= k * m[i - 1][j] * m[i][0];
        }
    }
}
check_in_place!(
    rows_in_place_checks,
    rows_in_place(
        &mut vec![vec![1.0, 2.0], vec![3.0, 4.0], vec![0.5, 0.6]],
        0.5
    )
);

#[differentiable]
fn integer_counter_aside(x: f64, #[constant] calls: &mut usize) -> f64 {
    *calls += 1;
    x * x
}

#[test]
fn integer_counter_aside_checks() {
    let mut calls = 0;
    let (value, dx) = integer_counter_aside::value_and_gradient(3.0, &mut calls);
    assert_eq!((value, dx, calls), (9.0, 6.0, 1));
}

#[differentiable]
fn temporary_borrow(y: &mut [f64]) {
    let first = &mut y[0];
    *first *= 2.0;
    *first += 1.0;
    y[1] *= y[0];
}
check_in_place!(
    temporary_borrow_checks,
    temporary_borrow(&mut vec![1.0, 3.0])
);
