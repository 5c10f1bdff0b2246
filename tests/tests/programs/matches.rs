//! `match` on integers, tuples, ranges, strings, with guards.

use pullback::differentiable;
use pullback_tests::check;

#[differentiable]
fn match_integer(x: f64, kind: i32) -> f64 {
    match kind {
        0 => x,
        1 => x * x,
        2 | 3 => {
            let y = x.sin();
            y * y
        }
        _ => 0.0,
    }
}
check!(
    match_integer_checks,
    match_integer(0.7, fixed(0)),
    match_integer(0.7, fixed(1)),
    match_integer(0.7, fixed(2)),
    match_integer(0.7, fixed(3)),
    match_integer(0.7, fixed(9)),
);

#[differentiable]
fn match_ranges(x: f64, n: usize) -> f64 {
    match n {
        0 => 1.0,
        1..=3 => x.powi(n as i32),
        4..8 => x.ln() * n as f64,
        k => x / k as f64,
    }
}
check!(
    match_ranges_checks,
    match_ranges(0.7, fixed(0)),
    match_ranges(0.7, fixed(2)),
    match_ranges(0.7, fixed(5)),
    match_ranges(0.7, fixed(8)),
);

#[differentiable]
fn match_tuple(x: f64, a: bool, n: u32) -> f64 {
    match (a, n) {
        (true, 0) => x,
        (true, k) => x * k as f64,
        (false, 1 | 2) => x * x,
        (false, _) => -x,
    }
}
check!(
    match_tuple_checks,
    match_tuple(0.7, fixed(true), fixed(0)),
    match_tuple(0.7, fixed(true), fixed(3)),
    match_tuple(0.7, fixed(false), fixed(2)),
    match_tuple(0.7, fixed(false), fixed(5)),
);

#[differentiable]
fn match_guards(x: f64, n: i32) -> f64 {
    match n {
        k if k < 0 => x * -k as f64,
        0 if x > 1.0 => x * x,
        0 => x.cos(),
        k if k % 2 == 0 => x + k as f64,
        _ => x.exp(),
    }
}
check!(
    match_guards_checks,
    match_guards(0.7, fixed(-2)),
    match_guards(1.7, fixed(0)),
    match_guards(0.7, fixed(0)),
    match_guards(0.7, fixed(4)),
    match_guards(0.7, fixed(5)),
);

#[differentiable]
fn match_bool(x: f64, y: f64) -> f64 {
    match x > y {
        true => x * y,
        false => y / x,
    }
}
check!(
    match_bool_checks,
    match_bool(0.7, 0.1),
    match_bool(0.7, 1.1)
);

#[differentiable]
fn match_float_tuple_with_guards(x: f64, y: f64) -> f64 {
    match (x * 2.0, y) {
        (a, b) if a > b => a * b,
        (a, b) if a > 0.0 => a - b,
        (a, _) => a,
    }
}
check!(
    match_float_tuple_with_guards_checks,
    match_float_tuple_with_guards(1.7, 1.1),
    match_float_tuple_with_guards(0.5, 2.1),
    match_float_tuple_with_guards(-0.5, 2.1),
);

#[differentiable]
fn match_statement(x: f64, op: char) -> f64 {
    let mut y = x;
    match op {
        '+' => y += x,
        '*' => y *= x,
        '/' => {
            y += 2.0;
            y /= x;
        }
        _ => {}
    }
    y * x
}
check!(
    match_statement_checks,
    match_statement(0.7, fixed('+')),
    match_statement(0.7, fixed('*')),
    match_statement(0.7, fixed('/')),
    match_statement(0.7, fixed('?')),
);

#[differentiable]
fn match_string(x: f64, kernel: &str) -> f64 {
    match kernel {
        "gauss" => (-x * x).exp(),
        "cauchy" => 1.0 / (1.0 + x * x),
        _ => x,
    }
}
check!(
    match_string_checks,
    match_string(0.7, fixed("gauss")),
    match_string(0.7, fixed("cauchy")),
    match_string(0.7, fixed("linear")),
);

#[differentiable]
fn match_modulo_in_loop(x: &[f64]) -> f64 {
    let mut acc = 0.0;
    for (i, v) in x.iter().enumerate() {
        acc += match i % 3 {
            0 => v * v,
            1 => v.sin(),
            _ => acc * v,
        };
    }
    acc
}
check!(
    match_modulo_in_loop_checks,
    match_modulo_in_loop(&[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7])
);
