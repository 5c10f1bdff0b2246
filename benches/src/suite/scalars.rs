//! Few numbers, where calls and allocations would weigh.

use super::{Problem, Suite};
use crate::micro::*;
use std::hint::black_box;

pub(super) fn run(suite: &mut Suite) {
    suite.run(
        &Problem::new("scalar expression", "2", vec![1.2, 0.4]),
        |at| expression(at[0], at[1]),
        |at, d| {
            let (dx, dy) = d.split_at_mut(1);
            expression::value_and_gradient_into(at[0], at[1], &mut dx[0], &mut dy[0])
        },
        |at, d| {
            let (dx, dy) = d.split_at_mut(1);
            expression_by_hand(at[0], at[1], &mut dx[0], &mut dy[0])
        },
    );
    suite.run(
        &Problem::new("straight line", "400", vec![1.2, 0.999]),
        |at| straight_line(at[0], at[1]),
        |at, d| {
            let (dx, dy) = d.split_at_mut(1);
            straight_line::value_and_gradient_into(at[0], at[1], &mut dx[0], &mut dy[0])
        },
        |at, d| {
            let (dx, dy) = d.split_at_mut(1);
            straight_line_by_hand(at[0], at[1], &mut dx[0], &mut dy[0])
        },
    );
    suite.run(
        &Problem::new("recursive power", "20", vec![1.01]),
        |at| power(at[0], black_box(20)),
        |at, d| power::value_and_gradient_into(at[0], black_box(20), &mut d[0]),
        |at, d| power_by_hand(at[0], black_box(20), &mut d[0]),
    );
    suite.run(
        &Problem::new("newton square root", "1", vec![2.0]),
        |at| newton(at[0]),
        |at, d| newton::value_and_gradient_into(at[0], &mut d[0]),
        |at, d| newton_by_hand(at[0], &mut d[0]),
    );
}
