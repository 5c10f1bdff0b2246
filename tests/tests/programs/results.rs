//! What may be done with the results of calls, whose types the macro does not know.

use pullback::differentiable;
use pullback_tests::{check, check_vjp};

#[differentiable]
fn power(x: f64, n: usize) -> f64 {
    let mut p = 1.0;
    for _ in 0..n {
        p *= x;
    }
    p
}

#[differentiable]
fn pair(x: f64, y: f64) -> (f64, f64) {
    (x * y, x.sin())
}

#[differentiable]
fn powers(x: f64, n: usize) -> Vec<f64> {
    let mut v = vec![];
    for i in 0..n {
        v.push(power(x, i));
    }
    v
}

#[differentiable]
fn grid(x: f64) -> [[f64; 2]; 2] {
    [[x, x * x], [1.0, x.cos()]]
}

#[differentiable]
fn rows(x: f64) -> Vec<Vec<f64>> {
    vec![vec![x, x * x], vec![1.0]]
}

fn weight(i: usize) -> f64 {
    i as f64 * 0.5 + 0.1
}

fn table() -> Vec<f64> {
    vec![0.3, 0.7]
}

#[differentiable]
fn in_arithmetic(x: f64) -> f64 {
    2.0 * power(x, 2) + power(x, 3) * x - power(x, 1) / 3.0 + 1.0
}
check!(in_arithmetic_checks, in_arithmetic(0.7));

#[differentiable]
fn results_among_themselves(x: f64) -> f64 {
    let a = power(x, 2);
    let b = power(x, 3);
    let c = a * b - a / b + -a;
    c * c
}
check!(
    results_among_themselves_checks,
    results_among_themselves(0.7)
);

#[differentiable]
fn fields_of_results(x: f64) -> f64 {
    pair(x, 2.0).0 * 3.0 + pair(x, x).1
}
check!(fields_of_results_checks, fields_of_results(0.7));

#[differentiable]
fn entries_of_results(x: f64) -> f64 {
    powers(x, 3)[2] * x + powers(x, 2)[1]
}
check!(entries_of_results_checks, entries_of_results(0.7));

#[differentiable]
fn methods_of_results(x: f64) -> f64 {
    power(x, 2).sin() + power(x, 3).powi(2).max(0.1)
}
check!(methods_of_results_checks, methods_of_results(0.7));

#[differentiable]
fn nested_results(x: f64) -> f64 {
    let g = grid(x);
    let r = rows(x);
    g[0][1] * g[1][1] + r[0][1] * r[1][0]
}
check!(nested_results_checks, nested_results(0.7));

#[differentiable]
fn results_changed(x: f64) -> f64 {
    let mut g = grid(x);
    g[0][0] *= 2.0;
    g[1][0] += g[0][0];
    let mut r = rows(x);
    r[0][0] = g[1][0];
    r[1].push(x);
    r[0][0] * r[1][1]
}
check!(results_changed_checks, results_changed(0.7));

#[differentiable]
fn inactive_helpers(x: f64) -> f64 {
    let t = table();
    let mut s = x;
    for i in 0..2 {
        s = s * t[i] + weight(i) * x;
    }
    for w in table() {
        s += w * x;
    }
    s
}
check!(inactive_helpers_checks, inactive_helpers(0.7));

#[differentiable]
fn accumulator_from_a_call(x: f64) -> f64 {
    let mut acc = power(x, 1);
    for _ in 0..3 {
        acc += power(acc, 2) * 0.1;
        acc *= 0.9;
    }
    acc
}
check!(accumulator_from_a_call_checks, accumulator_from_a_call(0.7));

#[differentiable]
fn results_stored(x: f64) -> f64 {
    let a = power(x, 2);
    let mut v = vec![a, x];
    v[1] += a;
    v.push(power(v[1], 2));
    v[0] * v[2]
}
check!(results_stored_checks, results_stored(0.7));

#[differentiable]
fn result_in_conditions(x: f64) -> f64 {
    let mut m = power(x, 2);
    if m > 0.3 {
        m = m.sqrt();
    }
    while m < 2.0 {
        m = m * 1.5 + x;
    }
    m
}
check!(result_in_conditions_checks, result_in_conditions(0.7));

#[differentiable]
fn pairs_through_branches(x: f64) -> f64 {
    let (a, b) = pair(x, 0.5);
    let (c, d) = if a > b { pair(a, b) } else { (b, a) };
    let t = pair(c, d);
    t.0 - t.1 * a
}
check!(
    pairs_through_branches_checks,
    pairs_through_branches(0.7),
    pairs_through_branches(-0.7)
);

#[differentiable]
fn reference_to_a_result(x: f64) -> f64 {
    let r = &power(x, 2);
    *r * 2.0 + r * r
}
check!(reference_to_a_result_checks, reference_to_a_result(0.7));

#[differentiable]
fn blocks_as_arguments(x: f64) -> f64 {
    power(
        {
            let t = x * x;
            t + 1.0
        },
        if x > 0.5 { 2 } else { 3 },
    )
}
check!(
    blocks_as_arguments_checks,
    blocks_as_arguments(0.7),
    blocks_as_arguments(0.3)
);

#[differentiable]
fn calls_in_match_arms(x: f64, n: usize) -> f64 {
    match n {
        0 => power(x, 2),
        1 => pair(x, x).0,
        _ => {
            let v = powers(x, n);
            v[n - 1]
        }
    }
}
check!(
    calls_in_match_arms_checks,
    calls_in_match_arms(0.7, fixed(0)),
    calls_in_match_arms(0.7, fixed(1)),
    calls_in_match_arms(0.7, fixed(3))
);

#[differentiable]
fn result_in_the_result(x: f64) -> (Vec<f64>, f64) {
    let v = powers(x, 3);
    let s = v[1] + v[2];
    (v, s)
}
check_vjp!(result_in_the_result_checks, result_in_the_result(0.7));

#[differentiable]
fn unique_borrow_of_a_vector(x: f64) -> f64 {
    let mut v = vec![x; 3];
    let w = &mut v;
    w[0] = w[1] * w[2];
    w.push(2.0 * x);
    v[0] * v[3]
}
check!(
    unique_borrow_of_a_vector_checks,
    unique_borrow_of_a_vector(0.7)
);

#[differentiable]
fn references_bound(xs: &[f64]) -> f64 {
    let ys = xs;
    let (a, b) = (&xs[0], &ys[1]);
    a * b + *a
}
check!(references_bound_checks, references_bound(&[0.3, 0.5]));

#[differentiable]
fn signs(x: f64) -> f64 {
    let y = -x.abs();
    let z = -x.powi(2);
    let w = !(x > 1.0);
    (y * z) + if w { -x } else { x }
}
check!(signs_checks, signs(0.7), signs(1.7), signs(-0.7));

#[differentiable]
fn counted_backwards(x: f64) -> f64 {
    let mut a = [0.0; 5];
    let n = a.len();
    for (i, v) in a.iter_mut().enumerate().rev() {
        *v = x * (n - i) as f64;
    }
    a[0] * a[4]
}
check!(counted_backwards_checks, counted_backwards(0.7));
