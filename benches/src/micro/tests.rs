//! Derived gradients, and those by hand, against finite differences.

use super::*;
use crate::{parts, parts_mut};
use pullback::check::{Check, Floats};
use std::cell::Cell;

/// Checks both gradients of a function of one slice.
macro_rules! check_slice {
    ($test:ident, $function:ident, $by_hand:ident) => {
        #[test]
        fn $test() {
            for point in points() {
                let zeros = vec![0.0; point.len()];
                check_both(
                    stringify!($function),
                    point,
                    zeros,
                    |x| $function(x),
                    |x, dx| $function::value_and_gradient_into(x, dx),
                    |x, dx| $by_hand(x, dx),
                );
            }
        }
    };
}

fn points() -> [Vec<f64>; 3] {
    // No point where two entries are equal or where a branch turns.
    [2, 3, 50].map(|n| {
        (0..n)
            .map(|i| 1.3 * (0.37 + i as f64 * 1.7).sin())
            .collect()
    })
}

check_slice!(sum_is_right, sum, sum_by_hand);
check_slice!(sines_are_right, sum_of_sines, sum_of_sines_by_hand);
check_slice!(
    compositions_are_right,
    sum_of_compositions,
    sum_of_compositions_by_hand
);
check_slice!(squares_are_right, sum_of_squares, sum_of_squares_by_hand);
check_slice!(rosenbrock_is_right, rosenbrock, rosenbrock_by_hand);
check_slice!(log_sum_exp_is_right, log_sum_exp, log_sum_exp_by_hand);
check_slice!(calls_are_right, loop_of_calls, loop_of_calls_by_hand);
check_slice!(branches_are_right, branches, branches_by_hand);
check_slice!(
    polynomials_are_right,
    sum_of_polynomials,
    sum_of_polynomials_by_hand
);
check_slice!(
    calls_three_deep_are_right,
    sum_of_calls_three_deep,
    sum_of_polynomials_by_hand
);
check_slice!(
    methods_are_right,
    sum_of_squares_by_methods,
    sum_of_squares_by_hand
);
check_slice!(
    iterators_are_right,
    sum_of_squares_by_iterators,
    sum_of_squares_by_hand
);

/// Checks both gradients of a function at a point.
fn check_both<P: Floats + Clone, G: Floats + Clone>(
    name: &str,
    point: P,
    zeros: G,
    primal: impl Fn(&mut P) -> f64,
    derived: impl Fn(&mut P, &mut G) -> f64,
    by_hand: impl Fn(&mut P, &mut G) -> f64,
) {
    let check = Check::new(name);
    check.gradient_into(point.clone(), zeros.clone(), &primal, derived);
    // By hand may allocate what its caller would keep.
    check.gradient(point, &primal, |point| {
        let mut gradient = zeros.clone();
        (by_hand(point, &mut gradient), gradient)
    });
}

type Pair = (Vec<f64>, Vec<f64>);

fn pair(n: usize) -> Pair {
    let wave = |rate: f64| (0..n).map(|i| (0.2 + i as f64 * rate).sin()).collect();
    (wave(0.9), wave(1.7))
}

fn pair_of_zeros(n: usize) -> Pair {
    (vec![0.0; n], vec![0.0; n])
}

#[test]
fn dot_is_right() {
    check_both(
        "dot",
        pair(7),
        pair_of_zeros(7),
        |(x, y)| dot(x, y),
        |(x, y), (dx, dy)| dot::value_and_gradient_into(x, y, dx, dy),
        |(x, y), (dx, dy)| dot_by_hand(x, y, dx, dy),
    );
}

#[test]
fn lotka_volterra_is_right() {
    check_both(
        "lotka_volterra",
        [1.1, 0.4, 0.1, 0.4, 10.0, 5.0],
        [0.0; 6],
        |p| lotka_volterra(p, 50),
        |p, dp| lotka_volterra::value_and_gradient_into(p, 50, dp),
        |p, dp| lotka_volterra_by_hand(p, 50, &mut Vec::with_capacity(50), dp),
    );
}

#[test]
fn expression_is_right() {
    check_both(
        "expression",
        (1.2, 0.4),
        (0.0, 0.0),
        |(x, y)| expression(*x, *y),
        |(x, y), (dx, dy)| expression::value_and_gradient_into(*x, *y, dx, dy),
        |(x, y), (dx, dy)| expression_by_hand(*x, *y, dx, dy),
    );
}

#[test]
fn power_is_right() {
    check_both(
        "power",
        1.01,
        0.0,
        |x| power(*x, 20),
        |x, dx| power::value_and_gradient_into(*x, 20, dx),
        |x, dx| power_by_hand(*x, 20, dx),
    );
}

#[test]
fn newton_is_right() {
    check_both(
        "newton",
        2.0,
        0.0,
        |a| newton(*a),
        |a, da| newton::value_and_gradient_into(*a, da),
        |a, da| newton_by_hand(*a, da),
    );
}

#[test]
fn straight_line_is_right() {
    for point in [(1.2, 0.999), (-0.3, 1.001)] {
        check_both(
            "straight_line",
            point,
            (0.0, 0.0),
            |(x, y)| straight_line(*x, *y),
            |(x, y), (dx, dy)| straight_line::value_and_gradient_into(*x, *y, dx, dy),
            |(x, y), (dx, dy)| straight_line_by_hand(*x, *y, dx, dy),
        );
    }
}

#[test]
fn kron_sum_is_right() {
    check_both(
        "kron_sum",
        (pair(9).0, pair(25).1),
        (vec![0.0; 9], vec![0.0; 25]),
        |(a, b)| kron_sum(a, b, 3, 5),
        |(a, b), (da, db)| kron_sum::value_and_gradient_into(a, b, 3, 5, da, db),
        |(a, b), (da, db)| kron_sum_by_hand(a, b, (3, 5), da, db),
    );
}

#[test]
fn mlp_is_right() {
    let (at, x) = network(5, 7);
    let sizes = [35, 7, 7, 1];
    check_both(
        "mlp",
        at.clone(),
        vec![0.0; at.len()],
        |at| {
            let [w1, b1, w2, b2] = parts(at, sizes);
            mlp(w1, b1, w2, b2[0], &x)
        },
        |at, d| {
            let [w1, b1, w2, b2] = parts(at, sizes);
            let [dw1, db1, dw2, db2] = parts_mut(d, sizes);
            mlp::value_and_gradient_into(w1, b1, w2, b2[0], &x, dw1, db1, dw2, &mut db2[0])
        },
        |at, d| mlp_by_hand(parts(at, sizes), &x, parts_mut(d, sizes)),
    );
}

// Ten is no multiple of the lanes of the dot product by hand.
#[test]
fn matmul_is_right() {
    check_both(
        "matmul",
        pair(100),
        pair_of_zeros(100),
        |(a, b)| matmul(a, b, 10),
        |(a, b), (da, db)| matmul::value_and_gradient_into(a, b, 10, da, db),
        |(a, b), (da, db)| matmul_by_hand(a, b, 10, da, db),
    );
}

#[test]
fn naive_matmul_is_right() {
    check_both(
        "naive_matmul",
        pair(100),
        pair_of_zeros(100),
        |(a, b)| naive_matmul(a, b, 10),
        |(a, b), (da, db)| naive_matmul::value_and_gradient_into(a, b, 10, da, db),
        |(a, b), (da, db)| matmul_by_hand(a, b, 10, da, db),
    );
}

/// The pullback of `y += a x` for the cotangent and the shadow it is given.
#[track_caller]
fn adds_to_the_shadow(a: f64, pull: impl FnOnce(&mut [Cell<f64>], &[Cell<f64>])) {
    let mut dy = [5.0, -7.0].map(Cell::new);
    let dx = [0.5, 0.25].map(Cell::new);
    pull(&mut dy, &dx);
    assert_eq!(dx.map(Cell::into_inner), [0.5 + 5.0 * a, 0.25 - 7.0 * a]);
    assert_eq!(dy.map(Cell::into_inner), [5.0, -7.0]);
}

#[test]
fn add_assign_is_right() {
    let (mut y, x) = (vec![1.0, 2.0], vec![0.5, 0.25]);
    let ((), pull) = add_assign::rrule(pullback::__private::Discard, (&mut y, &x));
    assert_eq!(y, [1.5, 2.25]);
    adds_to_the_shadow(1.0, |dy, dx| {
        pull((), (&mut y, &x), (Some(dy), Some(dx)));
    });
}

#[test]
fn axpy_is_right() {
    let (mut y, x) = (vec![1.0, 2.0], vec![0.5, 0.25]);
    let ((), pull) = axpy::rrule(pullback::__private::Discard, (&mut y, 2.0, &x));
    assert_eq!(y, [2.0, 2.5]);
    adds_to_the_shadow(2.0, |dy, dx| {
        pull((), (&mut y, 2.0, &x), (Some(dy), None, Some(dx)));
    });
}
