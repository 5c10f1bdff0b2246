//! `if` as statement and as expression, and what decides it.

use pullback::differentiable;
use pullback_tests::check;

#[differentiable]
fn relu(x: f64) -> f64 {
    if x > 0.0 { x } else { 0.0 }
}
check!(relu_checks, relu(1.0), relu(-1.0));

#[differentiable]
fn leaky(x: f64, slope: f64) -> f64 {
    if x >= 0.0 {
        return x;
    }
    slope * x
}
check!(leaky_checks, leaky(1.0, 0.1), leaky(-1.0, 0.1));

#[differentiable]
fn huber(r: f64, delta: f64) -> f64 {
    let a = r.abs();
    if a <= delta {
        0.5 * r * r
    } else {
        delta * (a - 0.5 * delta)
    }
}
check!(
    huber_checks,
    huber(0.3, 1.0),
    huber(2.3, 1.0),
    huber(-2.3, 1.0)
);

#[differentiable]
fn piecewise(x: f64) -> f64 {
    if x < -1.0 {
        -x - 0.5
    } else if x < 0.0 {
        0.5 * x * x
    } else if x < 1.0 {
        x.sin()
    } else {
        let y = x.sqrt();
        y * y * y
    }
}
check!(
    piecewise_checks,
    piecewise(-2.0),
    piecewise(-0.5),
    piecewise(0.5),
    piecewise(2.0)
);

#[differentiable]
fn branch_statement(x: f64, y: f64) -> f64 {
    let mut r = x;
    if x > y {
        r *= y;
    }
    if r > 1.0 {
        r = r.ln();
    } else {
        r += y;
        r *= r;
    }
    r + x
}
check!(
    branch_statement_checks,
    branch_statement(2.0, 1.0),
    branch_statement(0.6, 0.5),
    branch_statement(1.5, 2.0),
    branch_statement(-1.5, 2.0),
);

#[differentiable]
fn nested_branches(x: f64, y: f64) -> f64 {
    if x > 0.0 {
        if y > 0.0 { x * y } else { x - y }
    } else {
        let z = if y > 0.0 { y.exp() } else { y.cos() };
        z * x
    }
}
check!(
    nested_branches_checks,
    nested_branches(1.0, 2.0),
    nested_branches(1.0, -2.0),
    nested_branches(-1.0, 2.0),
    nested_branches(-1.0, -2.0),
);

#[differentiable]
fn logical_conditions(x: f64, y: f64, strict: bool) -> f64 {
    if x > 0.0 && y > 0.0 {
        x * y
    } else if x < -1.0 || (y < -1.0 && !strict) {
        x + y * y
    } else {
        x - y
    }
}
check!(
    logical_conditions_checks,
    logical_conditions(1.0, 2.0, fixed(true)),
    logical_conditions(-2.0, 0.5, fixed(true)),
    logical_conditions(0.5, -2.0, fixed(false)),
    logical_conditions(0.5, -2.0, fixed(true)),
);

#[differentiable]
fn short_circuit_guards_an_index(x: &[f64], i: usize) -> f64 {
    if i < x.len() && x[i] > 0.0 {
        x[i] * x[0]
    } else {
        x[0]
    }
}
check!(
    short_circuit_guards_an_index_checks,
    short_circuit_guards_an_index(&[0.5, 2.0], fixed(1)),
    short_circuit_guards_an_index(&[0.5, -2.0], fixed(1)),
    short_circuit_guards_an_index(&[0.5, 2.0], fixed(7)),
);

#[differentiable]
fn boolean_variables(x: f64, y: f64) -> f64 {
    let big = x > 1.0;
    let both = big && y > 1.0;
    let odd = big != (y > 1.0);
    let mut r = x * y;
    if both {
        r *= 2.0;
    }
    if odd {
        r += x * x;
    }
    r
}
check!(
    boolean_variables_checks,
    boolean_variables(2.0, 3.0),
    boolean_variables(2.0, 0.3),
    boolean_variables(0.2, 0.3),
);

#[differentiable]
fn branch_returns_tuple(x: f64, y: f64) -> f64 {
    let (low, high) = if x < y { (x, y) } else { (y, x) };
    high * high - low
}
check!(
    branch_returns_tuple_checks,
    branch_returns_tuple(1.0, 2.0),
    branch_returns_tuple(2.0, 1.0)
);

#[differentiable]
fn branch_inside_expression(x: f64) -> f64 {
    x * if x > 1.0 { x } else { 2.0 } + (if x > 0.0 { 1.0 } else { -1.0 }) * x
}
check!(
    branch_inside_expression_checks,
    branch_inside_expression(1.5),
    branch_inside_expression(0.5),
    branch_inside_expression(-0.5),
);

#[differentiable]
fn branch_as_argument(x: f64, y: f64) -> f64 {
    f64::max(if x > 0.0 { x * y } else { y }, 0.1).sqrt()
}
check!(
    branch_as_argument_checks,
    branch_as_argument(1.5, 2.0),
    branch_as_argument(-1.5, 2.0),
    branch_as_argument(1.0, -1.0)
);

#[differentiable]
fn one_branch_inactive(x: f64, scale: f64, enabled: bool) -> f64 {
    let factor = if enabled { scale } else { 1.0 };
    x * factor
}
check!(
    one_branch_inactive_checks,
    one_branch_inactive(2.0, 3.0, fixed(true)),
    one_branch_inactive(2.0, 3.0, fixed(false)),
);

#[differentiable]
fn let_in_condition_block(x: f64) -> f64 {
    let y = if {
        let t = x * x;
        t > 1.0
    } {
        x + 1.0
    } else {
        x - 1.0
    };
    y * y
}
check!(
    let_in_condition_block_checks,
    let_in_condition_block(2.0),
    let_in_condition_block(0.2)
);

#[differentiable]
fn comparison_of_computed(x: f64, y: f64) -> f64 {
    let d = x * x + y * y;
    let r = d.sqrt();
    if r == 0.0 {
        0.0
    } else if !(r < 2.0) {
        1.0 / r
    } else {
        r * x
    }
}
check!(
    comparison_of_computed_checks,
    comparison_of_computed(1.0, 0.5),
    comparison_of_computed(3.0, 0.5)
);

#[differentiable]
fn assigned_in_all_arms(x: f64, mode: u8) -> f64 {
    let weight: f64;
    match mode {
        0 => weight = x,
        1 => weight = x * x,
        _ => weight = 0.5,
    }
    weight * x
}
check!(
    assigned_in_all_arms_checks,
    assigned_in_all_arms(1.5, fixed(0)),
    assigned_in_all_arms(1.5, fixed(1)),
    assigned_in_all_arms(1.5, fixed(2)),
);
