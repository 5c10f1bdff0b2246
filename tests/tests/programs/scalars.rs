//! Straight-line scalar code: arithmetic, literals, references, casts, bindings, blocks.

use pullback::differentiable;
use pullback_tests::{check, check_vjp};

#[differentiable]
fn identity(x: f64) -> f64 {
    x
}
check!(identity_checks, identity(1.5), identity(-2.0));

#[differentiable]
fn explicit_return(x: f64) -> f64 {
    return x * 3.0;
}
check!(explicit_return_checks, explicit_return(1.5));

#[differentiable]
fn polynomial(x: f64) -> f64 {
    3. * x * x * x - 2. * x * x + 7. * x - 1.
}
check!(
    polynomial_checks,
    polynomial(0.0),
    polynomial(1.3),
    polynomial(-2.5)
);

#[differentiable]
fn all_operators(x: f64, y: f64) -> f64 {
    let a = x + y;
    let b = x - y;
    let c = a * b / (1.0 + x * x);
    let d = -c + 1.0 * (x % 0.75);
    d - a / b
}
check!(
    all_operators_checks,
    all_operators(1.0, 0.3),
    all_operators(-1.9, 4.0)
);

#[differentiable]
fn literals_on_the_left(x: f64) -> f64 {
    2.0 + 1e-1 * x - 3.0_f64 / x - 1_000.5f64 * -x + 2.5e0 * (4.0 - x)
}
check!(
    literals_on_the_left_checks,
    literals_on_the_left(0.7),
    literals_on_the_left(-2.0)
);

#[differentiable]
fn through_references(x: &f64, y: &f64) -> f64 {
    let sum = x + y;
    let product = x * y;
    let mixed = *x * 2.0 + y / 3.0 - &sum;
    mixed + &product * &sum
}
check!(through_references_checks, through_references(&1.2, &-0.4));

#[differentiable]
fn references_to_locals(x: f64) -> f64 {
    let y = x * x;
    let r = &y;
    let s = &r;
    **s + *r * x
}
check!(
    references_to_locals_checks,
    references_to_locals(1.1),
    references_to_locals(-0.6)
);

#[differentiable]
fn compound_assignments(x: f64, y: f64) -> f64 {
    let mut acc = x;
    acc += y * 2.0;
    acc -= x * y;
    acc *= acc;
    acc /= 1.0 + y * y;
    acc += 1.0;
    acc *= x;
    acc
}
check!(
    compound_assignments_checks,
    compound_assignments(0.8, 1.7),
    compound_assignments(-1.0, 0.2)
);

#[differentiable]
fn overwritten_repeatedly(x: f64) -> f64 {
    let mut y = x;
    y = y * y;
    y = y.sin() + y;
    y = y * x;
    y = 2.0 * y - y.cos();
    y
}
check!(
    overwritten_repeatedly_checks,
    overwritten_repeatedly(0.9),
    overwritten_repeatedly(-1.4)
);

#[differentiable]
fn shadowing(x: f64) -> f64 {
    let x = x + 1.0;
    let x = x * x;
    let y = x.ln();
    let x = x - y;
    x * y
}
check!(shadowing_checks, shadowing(0.5), shadowing(2.0));

#[differentiable]
fn shadowing_in_a_block(x: f64, y: f64) -> f64 {
    let z = {
        let x = y * 2.0;
        let y = x.sin();
        x * y
    };
    x * z + y
}
check!(shadowing_in_a_block_checks, shadowing_in_a_block(1.0, 2.0));

#[differentiable]
fn tuple_patterns(x: f64, y: f64) -> f64 {
    let (a, b) = (x * y, x / y);
    let (c, (d, e)) = (a + b, (a - b, a * b));
    let (f, _) = (c.tanh(), d.exp());
    let (mut g, h) = (f, e);
    g += h;
    g * d
}
check!(
    tuple_patterns_checks,
    tuple_patterns(1.0, 2.0),
    tuple_patterns(-0.5, 0.7)
);

#[differentiable]
fn tuple_fields(x: f64) -> f64 {
    let pair = (x.sin(), x.cos());
    let nested = (pair, (x, 2.0));
    pair.0 * nested.0.1 + nested.1.0 * nested.1.1
}
check!(tuple_fields_checks, tuple_fields(0.4), tuple_fields(2.4));

#[differentiable]
fn tuple_field_assignment(x: f64, y: f64) -> f64 {
    let mut state = (x, y);
    state.0 = state.0 * state.1;
    state.1 += state.0;
    state.0 -= 0.5 * state.1 * state.1;
    state.0 * state.1
}
check!(
    tuple_field_assignment_checks,
    tuple_field_assignment(1.1, 0.3)
);

#[differentiable]
fn swap_by_tuple(x: f64, y: f64) -> f64 {
    let (mut a, mut b) = (x, y * y);
    (a, b) = (b, a);
    (a, b) = (a - b, a * b);
    a / b
}
check!(
    swap_by_tuple_checks,
    swap_by_tuple(1.1, 0.8),
    swap_by_tuple(-2.0, 1.8)
);

#[differentiable]
fn deferred_initialisation(x: f64, flip: bool) -> f64 {
    let y;
    let z: f64;
    if flip {
        y = x * x;
        z = 1.0;
    } else {
        y = x.exp();
        z = y * x;
    }
    y + z * x
}
check!(
    deferred_initialisation_checks,
    deferred_initialisation(1.2, fixed(true)),
    deferred_initialisation(1.2, fixed(false)),
);

#[differentiable]
fn deferred_in_line(x: f64) -> f64 {
    let y;
    let w = x * 2.0;
    y = w * w;
    y - w
}
check!(deferred_in_line_checks, deferred_in_line(0.3));

#[differentiable]
fn nested_blocks(x: f64) -> f64 {
    let y = {
        let t = x * x;
        {
            let u = t + 1.0;
            u.sqrt()
        }
    };
    y + { x * y } * { 2.0 }
}
check!(
    nested_blocks_checks,
    nested_blocks(0.3),
    nested_blocks(-1.3)
);

#[differentiable]
fn block_with_side_effects(x: f64) -> f64 {
    let mut total = 0.0;
    let last = {
        total += x;
        total *= x;
        total + 1.0
    };
    {
        total += last;
    }
    total * last
}
check!(block_with_side_effects_checks, block_with_side_effects(1.3));

#[differentiable]
fn typed_bindings(x: f64) -> f64 {
    let a: f64 = 2.0;
    let b: f64 = a * x;
    let (c, d): (f64, f64) = (b, b + a);
    let n: i32 = 3;
    let k: usize = 2;
    c.powi(n) + d * k as f64
}
check!(typed_bindings_checks, typed_bindings(0.7));

#[differentiable]
fn integer_casts(x: f64, n: i32, k: usize, small: u8) -> f64 {
    let scale = n as f64 / 2.0;
    let shift = (k + 1) as f64;
    let parity = (k % 2) as f64 - 0.5;
    (x * scale + shift) * parity * small as f64
}
check!(
    integer_casts_checks,
    integer_casts(0.7, fixed(3), fixed(4), fixed(2))
);

#[differentiable]
fn float_to_integer_and_back(x: f64) -> f64 {
    let cell = x.floor() as i64;
    let t = x - cell as f64;
    let whole = x as i32;
    t * t * (3.0 - 2.0 * t) + whole as f64
}
check!(
    float_to_integer_and_back_checks,
    float_to_integer_and_back(2.3),
    float_to_integer_and_back(-1.4)
);

#[differentiable]
fn single_precision(x: f32, y: f32) -> f32 {
    let z = x * y + 0.5;
    z.sin() * 2.0 - x / y
}
check!(single_precision_checks, single_precision(1.2, 0.7));

#[differentiable]
fn mixed_precision(x: f64, y: f32) -> f64 {
    let rounded = x as f32;
    let product = rounded * y;
    product as f64 * x + f64::from(y)
}
check!(mixed_precision_checks, mixed_precision(1.2, 0.7));

const GRAVITY: f64 = 9.81;
const STANDARD: [f64; 3] = [0.5, 0.25, 0.125];
static OFFSET: f64 = 0.75;

#[differentiable]
fn constants(x: f64) -> f64 {
    let circle = std::f64::consts::PI * x * x;
    let e = std::f64::consts::E;
    GRAVITY * x + circle / e + OFFSET * x * STANDARD[1] + f64::EPSILON
}
check!(constants_checks, constants(0.9));

#[differentiable]
fn local_constants(x: f64) -> f64 {
    use std::f64::consts::TAU;
    const RATE: f64 = 0.25;
    const N: usize = 3;
    (TAU * x * RATE).sin() * N as f64
}
check!(local_constants_checks, local_constants(0.4));

#[differentiable]
fn used_many_times(x: f64) -> f64 {
    x + x * x - x * (x + x) / (x + 2.0) + (x - x)
}
check!(
    used_many_times_checks,
    used_many_times(0.4),
    used_many_times(3.0)
);

#[differentiable]
fn three_outputs(x: f64, y: f64) -> (f64, f64, f64) {
    let p = x * y;
    (p, p.sin() + x, y)
}
check_vjp!(three_outputs_checks, three_outputs(0.4, 1.2));

#[differentiable]
fn nested_outputs(x: f64, n: usize) -> (f64, (usize, [f64; 2])) {
    (x * n as f64, (n + 1, [x * x, 1.0]))
}
check_vjp!(nested_outputs_checks, nested_outputs(0.4, fixed(3)));

#[differentiable]
#[allow(unused_parens)]
fn parenthesised(x: f64) -> f64 {
    (((x) * (2.0)) + (-(x)))
}
check!(parenthesised_checks, parenthesised(0.4));

#[differentiable]
fn swapped_by_std(x: f64, y: f64) -> f64 {
    let mut a = x * 2.0;
    let mut b = y * 3.0;
    std::mem::swap(&mut a, &mut b);
    a - b * a
}
check!(swapped_by_std_checks, swapped_by_std(0.4, 1.5));
