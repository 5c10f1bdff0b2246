//! The same computation said in other ways, which must cost the same: the plain loop runs beside it.

use super::kernels::data;
use super::{Contender, Problem, Suite};
use crate::micro::*;

pub(super) fn run(suite: &mut Suite) {
    let calls = Problem::new("calls three deep", "1000", data(1000));
    let one_function = sum_of_polynomials::value_and_gradient_into;
    suite.run_beside(
        &calls,
        sum_of_calls_three_deep,
        sum_of_calls_three_deep::value_and_gradient_into,
        sum_of_polynomials_by_hand,
        vec![Contender::new("plain loop", &calls, one_function)],
    );
    let plain_loop = sum_of_squares::value_and_gradient_into;
    let methods = Problem::new("squares by methods", "1000", data(1000));
    suite.run_beside(
        &methods,
        sum_of_squares_by_methods,
        sum_of_squares_by_methods::value_and_gradient_into,
        sum_of_squares_by_hand,
        vec![Contender::new("plain loop", &methods, plain_loop)],
    );
    let iterators = Problem::new("squares by iterators", "1000", data(1000));
    suite.run_beside(
        &iterators,
        sum_of_squares_by_iterators,
        sum_of_squares_by_iterators::value_and_gradient_into,
        sum_of_squares_by_hand,
        vec![Contender::new("plain loop", &iterators, plain_loop)],
    );
}
