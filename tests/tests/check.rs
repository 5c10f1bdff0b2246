//! The harness itself: what it accepts, and that it finds each kind of wrong derivative.

#![allow(missing_docs, reason = "a test crate")]

use std::cell::Cell;

use pullback::check::{Check, CountingAllocator};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn sum_of_squares(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum()
}

fn doubled(x: &[f64]) -> Vec<f64> {
    x.iter().map(|x| 2.0 * x).collect()
}

#[test]
fn a_right_gradient_passes() {
    Check::new("sum_of_squares").gradient(
        vec![1.0, -2.0, 0.5],
        |x| sum_of_squares(x),
        |x| (sum_of_squares(x), doubled(x)),
    );
}

#[test]
fn single_precision_has_its_own_tolerance() {
    let primal = |x: &mut f32| x.exp();
    Check::new("exp").gradient(0.3f32, primal, |x| (x.exp(), x.exp()));
}

#[test]
fn the_domain_s_edge_may_be_near() {
    Check::new("ln").gradient(1e-3f64, |x| x.ln(), |x| (x.ln(), x.recip()));
}

#[test]
#[should_panic(expected = "derivative along float 1 of the arguments: the pullback says -4.1")]
fn a_wrong_gradient_is_found() {
    Check::new("sum_of_squares").gradient(
        vec![1.0, -2.0],
        |x| sum_of_squares(x),
        |x| (sum_of_squares(x), vec![2.0 * x[0], 2.0 * x[1] - 0.1]),
    );
}

#[test]
#[should_panic(expected = "derivative along")]
fn a_slightly_wrong_gradient_is_found() {
    Check::new("sin").gradient(0.3f64, |x| x.sin(), |x| (x.sin(), x.cos() * (1.0 + 1e-6)));
}

#[test]
#[should_panic(expected = "derivative along")]
fn a_nan_is_found() {
    Check::new("sin").gradient(0.3f64, |x| x.sin(), |x| (x.sin(), f64::NAN));
}

#[test]
#[should_panic(expected = "the value is [1.0]")]
fn a_wrong_value_is_found() {
    Check::new("sin").gradient(0.0f64, |x| x.sin(), |_| (1.0, 1.0));
}

#[test]
#[should_panic(expected = "the gradient has 1 floats, the arguments have 2")]
fn a_missing_entry_is_found() {
    Check::new("first").gradient((1.0, 2.0), |(x, _)| *x, |(x, _)| (*x, 1.0));
}

#[test]
#[should_panic(expected = "the arguments are not restored")]
fn a_changed_argument_is_found() {
    Check::new("sum").gradient(
        [1.0, 2.0],
        |x| x[0] + x[1],
        |x| {
            let value = x[0] + x[1];
            x[0] = 0.0;
            (value, [1.0, 1.0])
        },
    );
}

#[test]
#[should_panic(expected = "another when asked for twice")]
fn a_gradient_with_memory_is_found() {
    let calls = Cell::new(0.0);
    let derivative = |x: &mut f64| {
        calls.set(calls.get() + 1.0);
        (*x, calls.get())
    };
    Check::new("identity").gradient(0.5, |x| *x, derivative);
}

#[test]
fn a_right_gradient_into_buffers_passes() {
    Check::new("sum_of_squares").gradient_into(
        [1.0, -2.0],
        [0.0; 2],
        |x| sum_of_squares(x),
        |x, dx| {
            dx.iter_mut()
                .zip(x.iter())
                .for_each(|(dx, x)| *dx = 2.0 * x);
            sum_of_squares(x)
        },
    );
}

#[test]
#[should_panic(expected = "check of `sum`")]
fn a_buffer_that_is_added_to_is_found() {
    Check::new("sum").gradient_into(
        [1.0, -2.0],
        [0.0; 2],
        |x| x[0] + x[1],
        |x, dx| {
            dx.iter_mut().for_each(|dx| *dx += 1.0);
            x[0] + x[1]
        },
    );
}

#[test]
#[should_panic(expected = "the second call allocates 1 times, the function itself 0 times")]
fn an_allocation_is_found() {
    Check::new("sum_of_squares").gradient_into(
        [1.0, -2.0],
        [0.0; 2],
        |x| sum_of_squares(x),
        |x, dx| {
            dx.copy_from_slice(&doubled(x));
            sum_of_squares(x)
        },
    );
}

#[test]
fn a_right_vjp_passes() {
    Check::new("doubled").vjp(
        vec![1.0, -2.0],
        |x| doubled(x),
        |x| (doubled(x), |cotangent: Vec<f64>| doubled(&cotangent)),
    );
}

#[test]
#[should_panic(expected = "derivative along")]
fn a_pullback_that_ignores_its_cotangent_is_found() {
    Check::new("doubled").vjp(
        vec![1.0, -2.0],
        |x| doubled(x),
        |x| (doubled(x), |_: Vec<f64>| vec![2.0, 2.0]),
    );
}

/// `x²` in the rule form, with a pullback of one's own.
fn square_with(pullback: impl Fn(f64, f64, &Cell<f64>) + Copy) {
    Check::new("square").rule(
        (3.0,),
        |(x,)| *x * *x,
        |_, (x,)| {
            let pullback =
                move |dy: Cell<f64>, (x,): &mut (f64,), (dx,): &mut (Cell<f64>,), wanted| {
                    if wanted {
                        pullback(dy.get(), *x, dx);
                    }
                };
            (*x * *x, pullback)
        },
    );
}

#[test]
fn a_right_rule_passes() {
    square_with(|dy, x, dx| dx.set(dx.get() + 2.0 * x * dy));
}

#[test]
#[should_panic(expected = "derivative along")]
fn a_rule_that_overwrites_is_found() {
    square_with(|dy, x, dx| dx.set(2.0 * x * dy));
}

#[test]
#[should_panic(expected = "the second call allocates")]
fn a_rule_that_allocates_is_found() {
    square_with(|dy, x, dx| dx.set(dx.get() + dy * doubled(&[x])[0]));
}

/// Doubles its argument in place; the pullback is given, and told whether the argument is to be kept.
fn double_with(restore: bool) {
    Check::new("double").rule(
        ([3.0, 0.5],),
        |(x,)| x.iter_mut().for_each(|x| *x *= 2.0),
        |_, (x,)| {
            x.iter_mut().for_each(|x| *x *= 2.0);
            let pullback =
                move |_, (x,): &mut ([f64; 2],), (dx,): &mut ([Cell<f64>; 2],), wanted| {
                    if restore {
                        x.iter_mut().for_each(|x| *x /= 2.0);
                    }
                    if wanted {
                        dx.iter().for_each(|dx| dx.set(2.0 * dx.get()));
                    }
                };
            ((), pullback)
        },
    );
}

#[test]
fn a_rule_that_changes_its_argument_passes() {
    double_with(true);
}

#[test]
#[should_panic(expected = "the pullback does not restore the arguments")]
fn a_rule_that_does_not_restore_is_found() {
    double_with(false);
}
