//! Every kind of parameter.

use pullback::differentiable;
use pullback_tests::{check, check_vjp};

#[differentiable]
fn array_by_value(x: [f64; 3]) -> f64 {
    x[0] * x[1] + x[2].sin() * x[0]
}
check!(array_by_value_checks, array_by_value([1.0, 2.0, 0.5]));

#[differentiable]
fn array_by_reference(x: &[f64; 3], y: &[f64; 2]) -> f64 {
    x[0] * y[1] - x[2] * y[0] * x[1]
}
check!(
    array_by_reference_checks,
    array_by_reference(&[1.0, 2.0, 0.5], &[0.3, 0.6])
);

#[differentiable]
fn mutable_array_parameter(mut x: [f64; 3]) -> f64 {
    x[0] *= x[1];
    x[1] = x[0] + x[2];
    x[2] = 0.0;
    x[0] * x[1] + x[2]
}
check!(
    mutable_array_parameter_checks,
    mutable_array_parameter([1.0, 2.0, 0.5])
);

#[differentiable]
fn mutable_scalar_parameter(mut x: f64, mut y: f64) -> f64 {
    x += y;
    y *= x;
    x *= y;
    x - y
}
check!(
    mutable_scalar_parameter_checks,
    mutable_scalar_parameter(1.0, 2.0)
);

#[differentiable]
fn vector_by_value(x: Vec<f64>) -> f64 {
    let mut s = 0.0;
    for v in &x {
        s += v * v;
    }
    s / x.len() as f64
}
check!(vector_by_value_checks, vector_by_value(vec![1.0, 2.0, 0.5]));

#[differentiable]
fn mutable_vector_parameter(mut x: Vec<f64>, scale: f64) -> f64 {
    for i in 1..x.len() {
        x[i] += scale * x[i - 1];
    }
    x.push(scale);
    let mut p = 1.0;
    for v in x.iter() {
        p *= v;
    }
    p
}
check!(
    mutable_vector_parameter_checks,
    mutable_vector_parameter(vec![1.0, 2.0, 0.5], 0.3)
);

#[differentiable]
fn vector_by_reference(x: &Vec<f64>) -> f64 {
    x[0] / x[x.len() - 1]
}
check!(
    vector_by_reference_checks,
    vector_by_reference(&vec![1.0, 2.0, 0.5])
);

#[differentiable]
fn tuple_parameter(p: (f64, f64), scale: f64) -> f64 {
    let (x, y) = p;
    scale * x.hypot(y) + p.0
}
check!(tuple_parameter_checks, tuple_parameter((1.0, 2.0), 0.5));

#[differentiable]
fn destructured_parameter((x, y): (f64, f64), [a, b]: [f64; 2]) -> f64 {
    a * x + b * y * y
}
check!(
    destructured_parameter_checks,
    destructured_parameter((1.0, 2.0), [0.5, 0.3])
);

#[differentiable]
fn nested_tuple_parameter(p: ((f64, f64), [f64; 2])) -> f64 {
    p.0.0 * p.1[0] + p.0.1 * p.1[1]
}
check!(
    nested_tuple_parameter_checks,
    nested_tuple_parameter(((1.0, 2.0), [0.5, 0.3]))
);

#[differentiable]
fn tuple_with_integers(p: (f64, usize)) -> f64 {
    let (x, n) = p;
    let mut y = 1.0;
    for _ in 0..n {
        y *= x;
    }
    y
}
check!(
    tuple_with_integers_checks,
    tuple_with_integers((1.3, 3usize))
);

#[differentiable]
fn reference_to_tuple(p: &(f64, f64)) -> f64 {
    p.0 * p.1 + p.1
}
check!(reference_to_tuple_checks, reference_to_tuple(&(1.3, 0.4)));

#[differentiable]
fn constant_slice(w: &[f64], #[constant] x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..w.len() {
        s += w[i] * w[i] * x[i];
    }
    s
}
check!(
    constant_slice_checks,
    constant_slice(&[1.0, 2.0], fixed(&[0.3, 0.4]))
);

#[differentiable]
fn constant_first(#[constant] scale: f64, x: f64, #[constant] shift: f64) -> f64 {
    let local = scale * 2.0;
    (local * x).sin() + shift * x
}
check!(
    constant_first_checks,
    constant_first(fixed(0.5), 1.2, fixed(0.1))
);

#[differentiable]
fn constant_vector_of_integers(x: &[f64], order: &[usize], #[constant] signs: &Vec<i32>) -> f64 {
    let mut s = 0.0;
    for k in 0..order.len() {
        s = s * 0.5 + signs[k] as f64 * x[order[k]] * x[k];
    }
    s
}
check!(
    constant_vector_of_integers_checks,
    constant_vector_of_integers(&[0.1, 0.2, 0.3], fixed(&[2, 0, 1]), fixed(&vec![1, -1, 1])),
);

#[differentiable]
fn matrix_by_reference(m: &[[f64; 2]; 2], v: &[f64; 2]) -> f64 {
    let mut s = 0.0;
    for i in 0..2 {
        for j in 0..2 {
            s += v[i] * m[i][j] * v[j];
        }
    }
    s
}
check!(
    matrix_by_reference_checks,
    matrix_by_reference(&[[1.0, 2.0], [3.0, 4.0]], &[0.5, -0.5])
);

#[differentiable]
fn rows_of_vectors(rows: &Vec<Vec<f64>>) -> f64 {
    let mut s = 0.0;
    for i in 0..rows.len() {
        for j in 0..rows[i].len() {
            s += rows[i][j] * rows[i][j] * (i + j) as f64;
        }
    }
    s
}
check!(
    rows_of_vectors_checks,
    rows_of_vectors(&vec![vec![1.0, 2.0], vec![3.0, 4.0, 5.0], vec![]])
);

#[differentiable]
fn slice_of_arrays(points: &[[f64; 2]]) -> f64 {
    let mut s = 0.0;
    for p in points {
        s += p[0] * p[1];
    }
    for i in 1..points.len() {
        s += (points[i][0] - points[i - 1][0]).powi(2);
    }
    s
}
check!(
    slice_of_arrays_checks,
    slice_of_arrays(&[[1.0, 2.0], [3.0, 5.0], [2.0, 0.5]])
);

#[differentiable]
fn slice_of_tuples(points: &[(f64, f64)]) -> f64 {
    let mut s = 0.0;
    for &(x, y) in points {
        s += x * y;
    }
    for (x, y) in points.iter() {
        s -= x / y;
    }
    s
}
check!(
    slice_of_tuples_checks,
    slice_of_tuples(&[(1.0, 2.0), (3.0, 5.0)])
);

#[differentiable]
fn aliased_slices(x: &[f64], y: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += x[i] * y[i];
    }
    s
}

#[test]
fn aliased_slices_checks() {
    let x = [1.0, 2.0];
    let (value, (dx, dy)) = aliased_slices::value_and_gradient(&x, &x);
    assert_eq!((value, dx, dy), (5.0, vec![1.0, 2.0], vec![1.0, 2.0]));
}

#[differentiable]
fn empty_slices(x: &[f64], y: f64) -> f64 {
    let mut s = y;
    for v in x {
        s += v;
    }
    s
}
check!(empty_slices_checks, empty_slices(&Vec::<f64>::new(), 2.0));

#[differentiable]
fn single_precision_slice(x: &[f32], scale: f32) -> f32 {
    let mut s = 0.0;
    for v in x {
        s += v * v * scale;
    }
    s.sqrt()
}
check!(
    single_precision_slice_checks,
    single_precision_slice(&[1.0f32, 2.0, 0.5], 0.7)
);

#[differentiable]
fn array_of_results(x: &[f64; 3]) -> [f64; 3] {
    [x[1] * x[2], x[0].exp(), x[0] - x[1]]
}
check_vjp!(array_of_results_checks, array_of_results(&[1.0, 2.0, 0.5]));

#[differentiable]
fn returns_its_argument(x: Vec<f64>) -> Vec<f64> {
    x
}
check_vjp!(
    returns_its_argument_checks,
    returns_its_argument(vec![1.0, 2.0])
);

#[differentiable]
fn returns_changed_argument(mut x: Vec<f64>, k: f64) -> Vec<f64> {
    for v in x.iter_mut() {
        *v = *v * *v * k;
    }
    x
}
check_vjp!(
    returns_changed_argument_checks,
    returns_changed_argument(vec![1.0, 2.0], 0.7)
);

#[differentiable]
fn returns_matrix(x: f64, n: usize) -> Vec<Vec<f64>> {
    let mut m = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..n {
            m[i][j] = x.powi((i + j) as i32);
        }
    }
    m
}
check_vjp!(returns_matrix_checks, returns_matrix(0.7, fixed(3)));
