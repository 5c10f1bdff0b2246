//! One loop over slices.

use super::{Problem, Suite};
use crate::micro::*;
use std::cell::Cell;

pub(super) fn data(n: usize) -> Vec<f64> {
    (0..n).map(|i| (i as f64 * 0.37).sin().abs()).collect()
}

pub(super) fn run(suite: &mut Suite) {
    let of = |name, n: usize| Problem::new(name, n.to_string(), data(n));
    suite.run(
        &of("sum", 1000),
        sum,
        sum::value_and_gradient_into,
        sum_by_hand,
    );
    suite.run(
        &of("sum of sines", 1000),
        sum_of_sines,
        sum_of_sines::value_and_gradient_into,
        sum_of_sines_by_hand,
    );
    suite.run(
        &of("sin cos exp", 100),
        sum_of_compositions,
        sum_of_compositions::value_and_gradient_into,
        sum_of_compositions_by_hand,
    );
    for n in [3, 1000] {
        suite.run(
            &of("sum of squares", n),
            sum_of_squares,
            sum_of_squares::value_and_gradient_into,
            sum_of_squares_by_hand,
        );
    }
    suite.run(
        &Problem::new("dot", "1000", data(2000)),
        |at| dot(&at[..1000], &at[1000..]),
        |at, d| {
            let ((x, y), (dx, dy)) = (at.split_at(1000), d.split_at_mut(1000));
            dot::value_and_gradient_into(x, y, dx, dy)
        },
        |at, d| {
            let ((x, y), (dx, dy)) = (at.split_at(1000), d.split_at_mut(1000));
            dot_by_hand(x, y, dx, dy)
        },
    );
    suite.run(
        &of("logsumexp", 1000),
        log_sum_exp,
        log_sum_exp::value_and_gradient_into,
        log_sum_exp_by_hand,
    );
    add_assign_pullback(suite);
}

/// `y += x` has no scalar result: the rule and its pullback are run as a caller's code would.
fn add_assign_pullback(suite: &mut Suite) {
    const N: usize = 4096;
    let start = data(N);
    let [mut y, mut y_ours, mut y_by_hand] = [(); 3].map(|()| start.clone());
    let mut dy: Vec<Cell<f64>> = start.iter().copied().map(Cell::new).collect();
    let dy_by_hand = start.clone();
    suite.run(
        &Problem::new("y += x", N.to_string(), start),
        move |x| {
            add_assign(&mut y, x);
            x[0]
        },
        move |x, dx| {
            start_at_zero(dx);
            let dx = Some(Cell::from_mut(dx).as_slice_of_cells());
            let keep = pullback::__private::Discard;
            let ((), pull) = add_assign::rrule(keep, (&mut y_ours, x));
            pull((), (&mut y_ours, x), (Some(&mut dy), dx));
            x[0]
        },
        move |x, dx| {
            start_at_zero(dx);
            for (y, x) in y_by_hand.iter_mut().zip(x) {
                *y += x;
            }
            for (d, dy) in dx.iter_mut().zip(&dy_by_hand) {
                *d += dy;
            }
            x[0]
        },
    );
}

/// Pullbacks add. Before the first of them the suite's slice holds nothing to add to.
fn start_at_zero(d: &mut [f64]) {
    if d[0].is_nan() {
        d.fill(0.0);
    }
}
