//! What real code also contains: attributes, assertions, unused and inactive things, zero gradients.

use pullback::differentiable;
use pullback_tests::{check, check_in_place, check_vjp};

/// Documented, with an example that is not run.
///
/// ```ignore
/// documented(1.0);
/// ```
#[inline]
#[must_use]
#[differentiable]
pub fn documented(x: f64) -> f64 {
    // A comment.
    x * x /* another */ + 1.0
}
check!(documented_checks, documented(0.7));

#[differentiable]
#[inline(always)]
#[allow(non_snake_case, unused_variables)]
fn attributes_below(X: f64, Unused: f64) -> f64 {
    #[allow(clippy::let_and_return)]
    let Result = X * 2.0;
    Result
}
check!(attributes_below_checks, attributes_below(0.7, 1.0));

#[differentiable]
fn unused_parameter(x: f64, _y: f64, _: f64, _z: &[f64]) -> f64 {
    x.exp()
}
check!(
    unused_parameter_checks,
    unused_parameter(0.7, 1.0, 2.0, &[1.0, 2.0])
);

#[differentiable]
fn zero_gradient(_x: f64) -> f64 {
    4.0
}
check!(zero_gradient_checks, zero_gradient(0.7));

#[differentiable]
fn zero_gradient_through_integers(x: f64) -> f64 {
    let n = x.round() as i32;
    let mut s = 0.0;
    for k in 0..n {
        s += k as f64;
    }
    s
}
check!(
    zero_gradient_through_integers_checks,
    zero_gradient_through_integers(3.2)
);

#[differentiable]
fn cancelling(x: f64, y: f64) -> f64 {
    (x + y) - x - y + 0.0 * x
}
check!(cancelling_checks, cancelling(0.75, 0.5));

#[differentiable]
fn no_active_arguments(n: usize, flag: bool) -> f64 {
    if flag { n as f64 } else { 0.5 }
}

#[test]
fn no_active_arguments_checks() {
    let (value, ()) = no_active_arguments::value_and_gradient(3, true);
    assert_eq!(value, 3.0);
    let () = no_active_arguments::gradient(3, false);
}

#[differentiable]
fn asserts(x: &[f64], y: &[f64]) -> f64 {
    assert_eq!(x.len(), y.len(), "lengths differ");
    assert!(!x.is_empty(), "no data: {}", x.len());
    let mut s = 0.0;
    for i in 0..x.len() {
        debug_assert!(y[i] != 0.0);
        s += x[i] / y[i];
    }
    debug_assert_ne!(s, 12345.0);
    s
}
check!(asserts_checks, asserts(&[1.0, 2.0], &[3.0, 4.0]));

#[test]
#[should_panic(expected = "lengths differ")]
fn asserts_panic_as_the_primal_does() {
    asserts::gradient(&[1.0], &[1.0, 2.0]);
}

#[differentiable]
fn prints(x: f64) -> f64 {
    let y = x * x;
    println!("y = {y}, x = {:.3}", x);
    eprintln!("done: {}", y + 1.0);
    y
}
check!(prints_checks, prints(0.7));

#[differentiable]
fn panics_in_a_branch(x: f64, mode: u8) -> f64 {
    match mode {
        0 => x * x,
        1 => x.sin(),
        _ => panic!("unknown mode {mode}"),
    }
}
check!(
    panics_in_a_branch_checks,
    panics_in_a_branch(0.7, fixed(0)),
    panics_in_a_branch(0.7, fixed(1))
);

#[test]
#[should_panic(expected = "unknown mode 7")]
fn panics_in_a_branch_panics() {
    panics_in_a_branch::value_and_gradient(0.7, 7);
}

#[differentiable]
fn unreachable_arm(x: f64, n: usize) -> f64 {
    match n % 3 {
        0 => x,
        1 => x * x,
        2 => x * x * x,
        _ => unreachable!(),
    }
}
check!(
    unreachable_arm_checks,
    unreachable_arm(0.7, fixed(0)),
    unreachable_arm(0.7, fixed(1)),
    unreachable_arm(0.7, fixed(2))
);

#[differentiable]
fn dead_code(x: f64) -> f64 {
    let _never_read = x.sin() * 3.0;
    let mut scratch = x;
    scratch *= 2.0;
    let y = x * x;
    scratch += y;
    let _ = scratch;
    y
}
check!(dead_code_checks, dead_code(0.7));

#[differentiable]
#[allow(redundant_semicolons)]
fn empty_statements(x: f64) -> f64 {
    let y = x;
    {}
    ();
    if x > 100.0 {}
    y * 2.0
}
check!(empty_statements_checks, empty_statements(0.7));

#[differentiable]
fn unit_result(_x: f64) {}

#[test]
fn unit_result_checks() {
    let ((), pullback) = unit_result::vjp(1.0);
    assert_eq!(pullback.call(()), 0.0);
}

#[differentiable]
fn nothing_to_do(_y: &mut [f64]) {}
check_in_place!(nothing_to_do_checks, nothing_to_do(&mut vec![1.0, 2.0]));

#[differentiable]
fn copies_into(y: &mut f64, x: &f64) {
    *y = *x;
}
check_in_place!(copies_into_checks, copies_into(&mut 3.0, &1.0));

#[differentiable]
fn bits_and_shifts(x: f64, mask: u32) -> f64 {
    let mut s = 0.0;
    for bit in 0..5 {
        if mask >> bit & 1 == 1 {
            s += x.powi(bit);
        }
    }
    let low = (mask & 0b11) as f64;
    let flipped = !mask ^ 0x0f;
    s * low + (flipped % 2) as f64 * x
}
check!(
    bits_and_shifts_checks,
    bits_and_shifts(0.7, fixed(0b10110)),
    bits_and_shifts(0.7, fixed(0b1001))
);

#[differentiable]
fn integer_methods(x: &[f64], n: usize, shift: i64) -> f64 {
    let k = n.min(x.len()).saturating_sub(1);
    let wrapped = (shift.rem_euclid(x.len() as i64)) as usize;
    let far = n.pow(2).abs_diff(3);
    x[k] * x[wrapped] + far as f64 * x[0] + usize::MAX.count_ones() as f64 * x[k]
}
check!(
    integer_methods_checks,
    integer_methods(&[1.0, 2.0, 3.0], fixed(2), fixed(-1))
);

#[differentiable]
fn integer_vectors(x: &[f64]) -> f64 {
    let n = x.len();
    let mut order = vec![0usize; n];
    for i in 0..n {
        order[i] = (i * 2) % n;
    }
    order.reverse();
    let mut s = 0.0;
    for &i in &order {
        s = s * 0.5 + x[i] * x[i];
    }
    s
}
check!(integer_vectors_checks, integer_vectors(&[1.0, 2.0, 3.0]));

#[differentiable]
fn many_shadowed_loops(x: f64) -> f64 {
    let y = x;
    let y = {
        let mut y = y * 2.0;
        for x in 0..3 {
            let x = x as f64;
            y += x * y;
        }
        y
    };
    for y in 0..2 {
        let _ = y;
    }
    y * x
}
check!(many_shadowed_loops_checks, many_shadowed_loops(0.7));

#[differentiable]
fn inactive_floats(x: f64, n: usize) -> f64 {
    let mut weights = vec![0.0; n];
    for i in 0..n {
        weights[i] = (i as f64 * 0.1).exp();
    }
    let mut total = 0.0;
    for w in &weights {
        total += w;
    }
    x * total
}
check!(inactive_floats_checks, inactive_floats(0.7, fixed(3)));

#[differentiable]
fn long_expression(a: f64, b: f64, c: f64, d: f64) -> f64 {
    ((a * b + c * d) / (a - b * c + d * d + 4.0)).sin() * (a + b + c + d).cos()
        - (a * a * b * b * c * c * d * d)
        + (a / (b + (c / (d + (a / (b + 3.0))))))
        - -(-(-a))
}
check!(long_expression_checks, long_expression(0.7, 0.4, -0.3, 1.1));

#[differentiable]
fn wide_result(x: f64) -> (f64, (), [f64; 0], bool) {
    (x * 2.0, (), [], x > 0.0)
}

#[test]
fn wide_result_checks() {
    let ((value, (), [], positive), pullback) = wide_result::vjp(1.5);
    assert_eq!((value, positive), (3.0, true));
    assert_eq!(pullback.call((1.0, (), [], ())), 2.0);
}

#[differentiable]
fn nan_is_passed_through(x: f64) -> f64 {
    if x.is_nan() { 0.0 } else { x * x }
}
check!(nan_is_passed_through_checks, nan_is_passed_through(0.7));

#[differentiable]
fn infinite_values(x: f64) -> f64 {
    let mut best = f64::INFINITY;
    let mut worst = f64::MIN;
    for k in 1..4 {
        best = f64::min(best, x * k as f64);
        worst = worst.max(x / k as f64);
    }
    best * worst
}
check!(
    infinite_values_checks,
    infinite_values(0.7),
    infinite_values(-0.7)
);

#[differentiable]
fn vector_pair(x: &[f64]) -> (Vec<f64>, f64) {
    let mut y = x.to_vec();
    let n = y.len();
    y[n - 1] = 0.0;
    (y, x[n - 1])
}
check_vjp!(vector_pair_checks, vector_pair(&[0.5, 2.0, 3.0]));
