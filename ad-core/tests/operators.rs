//! The rules of operators, and that they remember nothing.

use ad_core::__private::{op_add, op_div, op_mul, op_neg, op_rem, op_sub};
use std::cell::Cell;

fn central(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    (f(x + 1e-6) - f(x - 1e-6)) / 2e-6
}

macro_rules! agrees {
    ($($op:ident |$a:ident, $b:ident| $value:expr;)*) => {$(
        for (a, b) in [(3.7, 1.3), (-2.5, 0.7), (5.2, -1.9)] {
            let f = |$a: f64, $b: f64| $value;
            let (value, pullback) = $op(true, (a, b));
            assert_eq!(value, f(a, b));
            assert_eq!(size_of_val(&pullback), 0);
            let (da, db) = (Cell::new(10.0), Cell::new(20.0));
            pullback(Cell::new(2.0), (a, b), (Some(&da), Some(&db)));
            pullback(Cell::new(1.0), (a, b), (None, None));
            let expected = [10.0 + 2.0 * central(|a| f(a, b), a), 20.0 + 2.0 * central(|b| f(a, b), b)];
            assert!((da.get() - expected[0]).abs() < 1e-7, "{} for {}", da.get(), expected[0]);
            assert!((db.get() - expected[1]).abs() < 1e-7, "{} for {}", db.get(), expected[1]);
        }
    )*};
}

#[test]
fn rules_agree_with_finite_differences() {
    agrees! {
        op_add |a, b| a + b;
        op_sub |a, b| a - b;
        op_mul |a, b| a * b;
        op_div |a, b| a / b;
        op_rem |a, b| a % b;
    }
}

#[test]
fn negation_of_floats() {
    let (value, pullback) = op_neg(false, (2.0_f32,));
    let da = Cell::new(1.0);
    pullback(Cell::new(3.0), (2.0,), (Some(&da),));
    assert_eq!((value, da.get(), size_of_val(&pullback)), (-2.0, -2.0, 0));
}

#[test]
fn integers_have_values_only() {
    let (value, pullback) = op_rem(false, (7_usize, 4));
    pullback((), (7, 4), (Some(&()), None));
    assert_eq!((value, size_of_val(&pullback)), (3, 0));
    assert_eq!(op_neg(false, (5_i8,)).0, -5);
    assert_eq!(op_div(false, (7_u64, 2)).0, 3);
}

#[test]
fn generic_code_may_leave_types_to_inference() {
    fn cube<T: ad_core::Real>(x: T) -> T {
        let square = op_mul(false, (x, x)).0;
        op_mul(false, (square, x)).0
    }
    assert_eq!(cube(2.0_f32), 8.0);
}
