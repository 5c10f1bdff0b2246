//! The rules of the operators of numbers, and what they remember.

use ad_core::__private::{
    ByRef, ByValue, Decided, Discard, op_add, op_add_assign, op_div, op_div_assign, op_mul,
    op_mul_assign, op_neg, op_rem, op_rem_assign, op_sub, op_sub_assign,
};
use ad_core::Real;
use std::cell::Cell;

type Values = (ByValue, ByValue);

const POINTS: [(f64, f64); 4] = [(3.7, 1.3), (-2.5, 0.7), (5.2, -1.9), (-4.1, -3.0)];

fn central(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    (f(x + 1e-6) - f(x - 1e-6)) / 2e-6
}

#[track_caller]
fn assert_close(found: &Cell<f64>, expected: f64) {
    assert!(
        (found.get() - expected).abs() < 1e-7,
        "{} for {expected}",
        found.get()
    );
}

macro_rules! agrees {
    ($Form:ty, $keep:expr, $size:literal: $($op:ident |$a:ident, $b:ident| $value:expr;)*) => {$(
        for (a, b) in POINTS {
            let f = |$a: f64, $b: f64| $value;
            let (value, pullback) = $op::<$Form, _, _, _>($keep, (&a, &b));
            assert_eq!(value, f(a, b));
            assert_eq!(size_of_val(&pullback), $size);
            let (da, db) = (Cell::new(10.0), Cell::new(20.0));
            pullback(Cell::new(2.0), (&a, &b), (Some(&da), Some(&db)));
            pullback(Cell::new(1.0), (&a, &b), (None, None));
            assert_close(&da, 10.0 + 2.0 * central(|a| f(a, b), a));
            assert_close(&db, 20.0 + 2.0 * central(|b| f(a, b), b));
        }
    )*};
}

#[test]
fn rules_agree_with_finite_differences() {
    agrees! { Values, Discard, 0:
        op_add |a, b| a + b;
        op_sub |a, b| a - b;
        op_mul |a, b| a * b;
        op_div |a, b| a / b;
        op_rem |a, b| a % b;
    }
    agrees! { (ByRef, ByRef), true, 0: op_mul |a, b| a * b; }
    agrees! { (ByValue, ByRef), Discard, 0: op_div |a, b| a / b; }
    agrees! { (ByRef, ByValue), true, 0: op_sub |a, b| a - b; }
}

#[test]
fn a_quotient_is_remembered_where_it_is_wanted() {
    agrees! { Values, Decided::<true>, 8: op_div |a, b| a / b; }
    let (_, pullback) = op_div::<Values, _, _, _>(Decided::<true>, (&6.0, &-2.0));
    let db = Cell::new(0.0);
    pullback(Cell::new(1.0), (&f64::NAN, &-2.0), (None, Some(&db)));
    assert_eq!(db.get(), -1.5);
}

#[test]
fn negation_of_floats() {
    let (value, pullback) = op_neg::<ByRef, _, _>(false, (&2.0_f32,));
    let da = Cell::new(1.0);
    pullback(Cell::new(3.0), (&2.0,), (Some(&da),));
    assert_eq!((value, da.get(), size_of_val(&pullback)), (-2.0, -2.0, 0));
}

/// Runs an assigning operator forwards and back, keeping and not, at each point.
macro_rules! assigns {
    ($($op:ident $kept:literal $discarded:literal |$a:ident, $b:ident| $value:expr;)*) => {$(
        for (initial, b) in POINTS {
            let f = |$a: f64, $b: f64| $value;

            let mut a = initial;
            let ((), pullback) = $op::<ByValue, _, _, _>(true, (&mut a, &b));
            assert_eq!(a, f(initial, b));
            assert_eq!(size_of_val(&pullback), $kept);
            let (mut da, db) = (Cell::new(2.0), Cell::new(20.0));
            pullback((), (&mut a, &b), (Some(&mut da), Some(&db)));
            assert_eq!(a, initial);
            assert_close(&da, 2.0 * central(|a| f(a, b), initial));
            assert_close(&db, 20.0 + 2.0 * central(|b| f(initial, b), b));

            let ((), pullback) = $op::<ByRef, _, _, _>(Discard, (&mut a, &b));
            assert_eq!(size_of_val(&pullback), $discarded);
            a = f64::NAN;
            let mut da = Cell::new(2.0);
            pullback((), (&mut a, &b), (Some(&mut da), None));
            assert_close(&da, 2.0 * central(|a| f(a, b), initial));
            pullback((), (&mut a, &b), (None, Some(&db)));
            assert_close(&db, 20.0 + 2.0 * central(|b| f(initial, b), b));
        }
    )*};
}

#[test]
fn assigning_rules_restore_and_agree_with_finite_differences() {
    assigns! {
        op_add_assign 8 0 |a, b| a + b;
        op_sub_assign 8 0 |a, b| a - b;
        op_mul_assign 8 8 |a, b| a * b;
        op_div_assign 8 8 |a, b| a / b;
        op_rem_assign 8 8 |a, b| a % b;
    }
}

#[test]
fn integers_have_values_only() {
    let (value, pullback) = op_rem::<Values, _, _, _>(false, (&7_usize, &4));
    pullback((), (&7, &4), (Some(&()), None));
    assert_eq!((value, size_of_val(&pullback)), (3, 0));
    assert_eq!(op_neg::<ByValue, _, _>(false, (&5_i8,)).0, -5);
    assert_eq!(op_div::<Values, _, _, _>(false, (&7_u64, &2)).0, 3);
}

#[test]
fn integers_are_restored_where_they_are_wanted_back() {
    let mut n = 7_u32;
    let ((), pullback) = op_mul_assign::<ByValue, _, _, _>(true, (&mut n, &3));
    assert_eq!(n, 21);
    pullback((), (&mut n, &3), (Some(&mut ()), Some(&())));
    assert_eq!(n, 7);
    let ((), pullback) = op_sub_assign::<ByRef, _, _, _>(Discard, (&mut n, &3));
    assert_eq!((n, size_of_val(&pullback)), (4, 0));
}

/// `(x·y − x)² / y` and its gradient, as code generic over floats has it: types left to inference.
fn generic<T: Real>(x: T, y: T) -> (T, [T; 2]) {
    let (product, of_product) = op_mul::<Values, _, _, _>(Discard, (&x, &y));
    let mut square = product;
    let ((), of_sub) = op_sub_assign::<ByRef, _, _, _>(Discard, (&mut square, &x));
    let root = square;
    let ((), of_square) = op_mul_assign::<ByValue, _, _, _>(Discard, (&mut square, &root));
    let (value, of_div) = op_div::<(ByRef, ByRef), _, _, _>(Discard, (&square, &y));

    let zero = || Cell::new(T::NEG_ZERO);
    let (dx, dy, mut dsquare, droot) = (zero(), zero(), zero(), zero());
    let seed = Cell::new(T::ONE);
    of_div(seed, (&square, &y), (Some(&dsquare), Some(&dy)));
    let shadows = (Some(&mut dsquare), Some(&droot));
    of_square((), (&mut square, &root), shadows);
    ad_core::__private::add(&dsquare, droot.get());
    of_sub((), (&mut square, &x), (Some(&mut dsquare), Some(&dx)));
    of_product(dsquare, (&x, &y), (Some(&dx), Some(&dy)));
    (value, [dx.get(), dy.get()])
}

#[test]
fn generic_code_may_leave_types_to_inference() {
    let f = |x: f64, y: f64| (x * y - x) * (x * y - x) / y;
    let (x, y) = (1.7, 0.6);
    let (value, [dx, dy]) = generic(x, y);
    assert!((value - f(x, y)).abs() < 1e-12);
    assert_close(&Cell::new(dx), central(|x| f(x, y), x));
    assert_close(&Cell::new(dy), central(|y| f(x, y), y));
    let (_, [dx_f32, _]) = generic(x as f32, y as f32);
    assert!((f64::from(dx_f32) - dx).abs() < 1e-6);
}
