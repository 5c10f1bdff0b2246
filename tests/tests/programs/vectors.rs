//! Vectors made in the body, local arrays, indexing.

use pullback::differentiable;
use pullback_tests::{check, check_vjp};

#[differentiable]
fn zeros_then_filled(x: f64, n: usize) -> f64 {
    let mut v = vec![0.0; n];
    for i in 0..n {
        v[i] = x * i as f64;
    }
    let mut s = 0.0;
    for i in 0..n {
        s += v[i] * v[n - 1 - i];
    }
    s
}
check!(
    zeros_then_filled_checks,
    zeros_then_filled(0.7, fixed(4)),
    zeros_then_filled(0.7, fixed(0))
);

#[differentiable]
fn filled_with_active(x: f64, n: usize) -> f64 {
    let v = vec![x * x; n];
    let mut s = 1.0;
    for a in &v {
        s *= a;
    }
    s
}
check!(filled_with_active_checks, filled_with_active(0.7, fixed(3)));

#[differentiable]
fn listed(x: f64, y: f64) -> f64 {
    let v = vec![x, y, x * y, 1.0];
    let mut s = 0.0;
    for i in 0..v.len() {
        s = s * 0.5 + v[i] * v[i];
    }
    s
}
check!(listed_checks, listed(0.7, 1.1));

#[differentiable]
fn pushed(x: &[f64]) -> f64 {
    let mut squares = Vec::new();
    for v in x {
        squares.push(v * v);
    }
    let mut s = 0.0;
    for i in 0..squares.len() {
        s += squares[i] * x[squares.len() - 1 - i];
    }
    s
}
check!(pushed_checks, pushed(&[1.0, 2.0, 3.0]));

#[differentiable]
fn with_capacity(x: f64, n: usize) -> Vec<f64> {
    let mut out: Vec<f64> = Vec::with_capacity(n);
    let mut term = 1.0;
    for k in 0..n {
        out.push(term);
        term *= x / (k + 1) as f64;
    }
    out
}
check_vjp!(
    with_capacity_checks,
    with_capacity(0.7, fixed(5)),
    with_capacity(0.7, fixed(0))
);

#[differentiable]
fn push_under_condition(x: &[f64]) -> f64 {
    let mut positive = vec![];
    for &v in x {
        if v > 0.0 {
            positive.push(v.ln());
        }
    }
    let mut s = 0.0;
    for v in positive.iter() {
        s += v * v;
    }
    s / (positive.len() as f64)
}
check!(
    push_under_condition_checks,
    push_under_condition(&[1.5, -2.0, 3.0, -1.0, 0.4])
);

#[differentiable]
fn push_from_itself(x: f64, n: usize) -> f64 {
    let mut v = vec![x];
    for i in 0..n {
        let next = v[i] * 0.5 + x * x;
        v.push(next);
    }
    v[n]
}
check!(push_from_itself_checks, push_from_itself(0.7, fixed(5)));

#[differentiable]
fn stack_machine(x: f64, y: f64) -> f64 {
    let mut stack = Vec::new();
    stack.push(x);
    stack.push(y);
    stack.push(x * y);
    while stack.len() > 1 {
        let a = stack.pop().unwrap();
        let b = stack.pop().unwrap();
        stack.push(a * b + a);
    }
    stack[0]
}
check!(stack_machine_checks, stack_machine(0.7, 1.3));

#[differentiable]
fn cloned(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    for i in 1..y.len() {
        y[i] *= y[i - 1];
    }
    let z = y.clone();
    y[0] = 0.0;
    z[0] + z[z.len() - 1] + y[0] + y[1]
}
check!(cloned_checks, cloned(&[1.5, -2.0, 3.0]));

#[differentiable]
fn local_array(x: f64) -> f64 {
    let mut a = [0.0; 4];
    a[0] = x;
    for i in 1..4 {
        a[i] = a[i - 1] * x + 1.0;
    }
    let b = [x, a[3], 2.0];
    a[2] * b[1] + b[0] * b[2]
}
check!(local_array_checks, local_array(0.7));

#[differentiable]
fn local_array_overwritten(x: &[f64; 3]) -> f64 {
    let mut a = *x;
    for _ in 0..3 {
        let t = a[0];
        a[0] = a[1] * a[2];
        a[1] = a[2].sin();
        a[2] = t;
    }
    a[0] + 2.0 * a[1] + 3.0 * a[2]
}
check!(
    local_array_overwritten_checks,
    local_array_overwritten(&[0.5, 1.2, -0.7])
);

#[differentiable]
fn local_matrix(x: f64, y: f64) -> f64 {
    let m = [[x, y], [-y, x]];
    let mut sq = [[0.0; 2]; 2];
    for i in 0..2 {
        for j in 0..2 {
            for k in 0..2 {
                sq[i][j] += m[i][k] * m[k][j];
            }
        }
    }
    sq[0][0] * sq[0][1] - sq[1][1]
}
check!(local_matrix_checks, local_matrix(0.7, 0.2));

#[differentiable]
fn vector_of_vectors(x: &[f64], n: usize) -> f64 {
    let mut table = vec![vec![0.0; n]; n];
    for i in 0..n {
        table[i][i] = 1.0;
        for j in 0..n {
            table[i][j] += x[i] * x[j];
        }
    }
    let mut trace = 0.0;
    for i in 0..n {
        trace += table[i][i] * table[0][i];
    }
    trace
}
check!(
    vector_of_vectors_checks,
    vector_of_vectors(&[0.5, 1.2, -0.7], fixed(3))
);

#[differentiable]
fn pushed_rows(x: f64) -> f64 {
    let mut rows = Vec::new();
    for i in 0..3 {
        let mut row = Vec::new();
        for j in 0..=i {
            row.push(x * (i + j) as f64);
        }
        rows.push(row);
    }
    rows[2][2] * rows[1][0] + rows[2][0] * rows[1][1]
}
check!(pushed_rows_checks, pushed_rows(0.7));

#[differentiable]
fn gather(x: &[f64], index: &[usize]) -> Vec<f64> {
    let mut out = vec![0.0; index.len()];
    for k in 0..index.len() {
        out[k] = x[index[k]];
    }
    out
}
check_vjp!(
    gather_checks,
    gather(&[0.5, 1.2, -0.7], fixed(&[2, 0, 0, 1]))
);

#[differentiable]
fn scatter(x: &[f64], index: &[usize], n: usize) -> Vec<f64> {
    let mut out = vec![0.0; n];
    for (v, &i) in x.iter().zip(index) {
        out[i] += v * v;
    }
    out
}
check_vjp!(
    scatter_checks,
    scatter(&[0.5, 1.2, -0.7], fixed(&[2, 0, 2]), fixed(4))
);

#[differentiable]
fn two_vectors_out(x: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let mut sines = vec![];
    let mut cosines = vec![0.0; x.len()];
    for (i, v) in x.iter().enumerate() {
        sines.push(v.sin());
        cosines[i] = v.cos();
    }
    (sines, cosines)
}
check_vjp!(two_vectors_out_checks, two_vectors_out(&[0.5, 1.2]));

#[differentiable]
fn cumulative(x: &[f64]) -> Vec<f64> {
    let mut out = x.to_vec();
    for i in 1..out.len() {
        out[i] = out[i - 1] + out[i];
    }
    out
}
check_vjp!(cumulative_checks, cumulative(&[0.5, 1.2, 3.0, -1.0]));

#[differentiable]
fn ring_buffer(x: f64, n: usize) -> f64 {
    let mut ring = [x, 0.5 * x, x * x];
    for step in 0..n {
        let at = step % 3;
        ring[at] = ring[(at + 1) % 3] * 0.8 + ring[(at + 2) % 3].sin();
    }
    ring[0] * ring[1] * ring[2]
}
check!(
    ring_buffer_checks,
    ring_buffer(0.7, fixed(0)),
    ring_buffer(0.7, fixed(7))
);

#[differentiable]
fn same_element_twice(x: &[f64]) -> f64 {
    let mut y = vec![0.0; 2];
    y[0] = x[0];
    y[0] = y[0] * y[0] + x[1];
    y[0] += y[0];
    y[1] = y[0] * x[0];
    y[1] -= y[0] * y[1];
    y[1]
}
check!(same_element_twice_checks, same_element_twice(&[0.5, 1.2]));

#[differentiable]
fn moved_vector(x: &[f64]) -> f64 {
    let a = vec![x[0], x[1] * x[1]];
    let b = a;
    let mut c = b;
    c[0] += c[1];
    c[0] * c[1]
}
check!(moved_vector_checks, moved_vector(&[0.5, 1.2]));

#[differentiable]
fn vector_rebuilt_in_loop(x: &[f64], steps: usize) -> f64 {
    let n = x.len();
    let mut u = x.to_vec();
    for _ in 0..steps {
        let mut next = vec![0.0; n];
        for i in 0..n {
            let left = u[(i + n - 1) % n];
            let right = u[(i + 1) % n];
            next[i] = 0.25 * left * right + 0.5 * u[i];
        }
        u = next;
    }
    let mut s = 0.0;
    for v in &u {
        s += v * v;
    }
    s
}
check!(
    vector_rebuilt_in_loop_checks,
    vector_rebuilt_in_loop(&[0.5, 1.2, -0.7, 0.1], fixed(3))
);

#[differentiable]
fn first_and_last(x: &[f64]) -> f64 {
    let n = x.len();
    if x.is_empty() { 0.0 } else { x[0] * x[n - 1] }
}
check!(
    first_and_last_checks,
    first_and_last(&[0.5, 1.2, 3.0]),
    first_and_last(&[0.5]),
    first_and_last(&Vec::<f64>::new())
);

#[differentiable]
fn gradient_of_unused_entries(x: &[f64]) -> f64 {
    x[2] * 3.0
}
check!(
    gradient_of_unused_entries_checks,
    gradient_of_unused_entries(&[0.5, 1.2, 3.0, 9.0])
);

#[differentiable]
fn sub_slice_borrowed(x: &[f64]) -> f64 {
    let head = &x[..2];
    let tail = &x[2..];
    let mut s = 0.0;
    for (a, b) in head.iter().zip(tail) {
        s += a * b;
    }
    s
}
check!(
    sub_slice_borrowed_checks,
    sub_slice_borrowed(&[0.5, 1.2, 3.0, 9.0])
);
