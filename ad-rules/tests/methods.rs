//! The rules of methods, called as emitted code calls them.

use ad_core::__private::{Differentiable, Discard, Keep};
use ad_core::Real;
use ad_rules::methods::{
    FloatMethods as _, IntegerMethods as _, OptionChanges as _, OptionMethods as _,
    ReferenceOptionMethods as _, ResultCopies as _, ResultMethods as _, SignedMethods as _,
    UnsignedMethods as _,
};
use std::cell::Cell;

fn central(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let h = 1e-6 * x.abs().max(1.0);
    (f(x + h) - f(x - h)) / (2.0 * h)
}

#[track_caller]
fn assert_close(name: &str, found: f64, expected: f64) {
    let error = (found - expected).abs();
    assert!(
        error < 1e-7 * expected.abs().max(1.0),
        "{name}: {found} for {expected}"
    );
}

macro_rules! unary {
    ($size:literal bytes: $($rule:ident = $name:ident at $points:expr;)*) => {$(
        for x in $points {
            let (value, pullback) = x.$rule(true, ());
            assert_eq!((value, size_of_val(&pullback)), (f64::$name(x), $size));
            let dx = Cell::new(10.0);
            pullback(Cell::new(2.0), (&x,), (Some(&dx),));
            pullback(Cell::new(2.0), (&x,), (None,));
            let expected = 10.0 + 2.0 * central(f64::$name, x);
            assert_close(stringify!($name), dx.get(), expected);
        }
    )*};
}

#[test]
fn methods_of_one_float() {
    unary! { 0 bytes:
        derivative_rule_of_sin = sin at [0.3, -2.0];
        derivative_rule_of_cos = cos at [0.3, -2.0];
        derivative_rule_of_asin = asin at [0.3, -0.8];
        derivative_rule_of_acos = acos at [0.3, -0.8];
        derivative_rule_of_atan = atan at [0.3, -2.0];
        derivative_rule_of_sinh = sinh at [0.3, -2.0];
        derivative_rule_of_cosh = cosh at [0.3, -2.0];
        derivative_rule_of_asinh = asinh at [0.3, -2.0];
        derivative_rule_of_acosh = acosh at [1.5, 3.0];
        derivative_rule_of_atanh = atanh at [0.3, -0.8];
        derivative_rule_of_exp_m1 = exp_m1 at [0.3, -2.0];
        derivative_rule_of_ln = ln at [0.3, 20.0];
        derivative_rule_of_log2 = log2 at [0.3, 20.0];
        derivative_rule_of_log10 = log10 at [0.3, 20.0];
        derivative_rule_of_ln_1p = ln_1p at [0.3, -0.5];
        derivative_rule_of_abs = abs at [0.3, -2.0];
        derivative_rule_of_signum = signum at [0.3, -2.0];
        derivative_rule_of_floor = floor at [0.3, -2.7];
        derivative_rule_of_ceil = ceil at [0.3, -2.7];
        derivative_rule_of_round = round at [0.3, -2.7];
        derivative_rule_of_round_ties_even = round_ties_even at [0.3, -2.7];
        derivative_rule_of_trunc = trunc at [0.3, -2.7];
        derivative_rule_of_fract = fract at [0.3, -2.7];
        derivative_rule_of_to_degrees = to_degrees at [0.3, -2.0];
        derivative_rule_of_to_radians = to_radians at [0.3, -2.0];
    }
    // What is as long to compute as the value, and what the value tells.
    unary! { 8 bytes:
        derivative_rule_of_tan = tan at [0.3, -1.2];
        derivative_rule_of_tanh = tanh at [0.3, -2.0];
        derivative_rule_of_exp = exp at [0.3, -2.0];
        derivative_rule_of_exp2 = exp2 at [0.3, -2.0];
        derivative_rule_of_sqrt = sqrt at [0.3, 20.0];
        derivative_rule_of_cbrt = cbrt at [0.3, -2.0];
        derivative_rule_of_recip = recip at [0.3, -2.0];
    }
}

macro_rules! binary {
    ($($rule:ident = $name:ident at $points:expr;)*) => {$(
        for (x, y) in $points {
            let (value, pullback) = x.$rule(Discard, (y,));
            assert_eq!((value, size_of_val(&pullback)), (f64::$name(x, y), 0));
            let (dx, dy) = (Cell::new(10.0), Cell::new(20.0));
            pullback(Cell::new(2.0), (&x, y), (Some(&dx), Some(&dy)));
            pullback(Cell::new(2.0), (&x, y), (None, None));
            let name = stringify!($name);
            assert_close(name, dx.get(), 10.0 + 2.0 * central(|x| x.$name(y), x));
            assert_close(name, dy.get(), 20.0 + 2.0 * central(|y| x.$name(y), y));
        }
    )*};
}

#[test]
fn methods_of_two_floats() {
    let quadrants: [(f64, f64); 4] = [(7.3, 2.0), (-7.3, 2.1), (7.3, -2.2), (-7.3, -2.3)];
    let positive: [(f64, f64); 2] = [(0.3, 1.7), (2.0, 0.5)];
    binary! {
        derivative_rule_of_atan2 = atan2 at quadrants;
        derivative_rule_of_hypot = hypot at quadrants;
        derivative_rule_of_copysign = copysign at quadrants;
        derivative_rule_of_midpoint = midpoint at quadrants;
        derivative_rule_of_div_euclid = div_euclid at quadrants;
        derivative_rule_of_rem_euclid = rem_euclid at quadrants;
        derivative_rule_of_min = min at quadrants;
        derivative_rule_of_max = max at quadrants;
        derivative_rule_of_powf = powf at positive;
        derivative_rule_of_log = log at positive;
    }
}

#[test]
fn methods_of_three_floats() {
    type Ternary = fn(f64, f64, f64) -> f64;
    let check = |f: Ternary, at: [f64; 3], found: [f64; 3]| {
        let [x, y, z] = at;
        let expected = [
            central(|x| f(x, y, z), x),
            central(|y| f(x, y, z), y),
            central(|z| f(x, y, z), z),
        ];
        for (found, expected) in found.into_iter().zip(expected) {
            assert_close("a method of three floats", found, 2.0 * expected);
        }
    };
    for at in [[0.3, -1.0, 1.0], [-2.0, -1.0, 1.0], [2.0, -1.0, 1.0]] {
        let [x, y, z]: [f64; 3] = at;
        let [dx, dy, dz] = [(); 3].map(|()| Cell::new(-0.0));
        let wanted = || (Some(&dx), Some(&dy), Some(&dz));
        let take = || [dx.take(), dy.take(), dz.take()];

        let (value, pullback) = x.derivative_rule_of_mul_add(Discard, (y, z));
        assert_eq!((value, size_of_val(&pullback)), (x.mul_add(y, z), 0));
        pullback(Cell::new(2.0), (&x, y, z), wanted());
        check(f64::mul_add, at, take());

        let (value, pullback) = x.derivative_rule_of_clamp(Discard, (y, z));
        assert_eq!((value, size_of_val(&pullback)), (x.clamp(y, z), 0));
        pullback(Cell::new(2.0), (&x, y, z), wanted());
        check(f64::clamp, at, take());
    }
}

#[test]
fn powers_clones_and_pairs() {
    let x = 1.7_f64;
    let dx = Cell::new(-0.0);
    let (value, pullback) = x.derivative_rule_of_powi(true, (3,));
    assert_eq!((value, size_of_val(&pullback)), (x.powi(3), 0));
    pullback(Cell::new(2.0), (&x, 3), (Some(&dx), Some(&())));
    assert_close("powi", dx.take(), 2.0 * central(|x| x.powi(3), x));

    let ((sin, cos), pullback) = x.derivative_rule_of_sin_cos(true, ());
    assert_eq!((sin, cos), x.sin_cos());
    pullback((Cell::new(2.0), Cell::new(3.0)), (&x,), (Some(&dx),));
    assert_close("sin_cos", dx.take(), 2.0 * cos - 3.0 * sin);

    let (value, pullback) = x.derivative_rule_of_clone(true, ());
    pullback(Cell::new(2.0), (&x,), (Some(&dx),));
    assert_eq!((value, dx.take()), (x, 2.0));
}

#[test]
fn generic_code_finds_the_rules_of_floats() {
    fn slope<T: Real>(x: &T) -> T {
        let (y, of_max) = x.derivative_rule_of_max(Discard, (T::ZERO,));
        let (_, of_exp) = y.derivative_rule_of_exp(Discard, ());
        let (dx, dy) = (Cell::new(T::NEG_ZERO), Cell::new(T::NEG_ZERO));
        of_exp(Cell::new(T::ONE), (&y,), (Some(&dy),));
        of_max(dy, (x, T::ZERO), (Some(&dx), None));
        dx.get()
    }
    assert_eq!(slope(&0.5_f32), 0.5_f32.exp());
    assert_eq!(slope(&-0.5_f64), 0.0);
}

#[test]
fn methods_of_integers() {
    let n = -7_i32;
    let (value, pullback) = n.derivative_rule_of_rem_euclid(Discard, (4,));
    pullback((), (&n, 4), (Some(&()), None));
    assert_eq!((value, size_of_val(&pullback)), (1, 0));
    assert_eq!(n.derivative_rule_of_abs(true, ()).0, 7);
    assert_eq!(n.derivative_rule_of_pow(true, (2,)).0, 49);
    assert_eq!(n.derivative_rule_of_clamp(true, (-3, 3)).0, -3);
    assert_eq!(3_u8.derivative_rule_of_abs_diff(true, (5,)).0, 2);
    assert_eq!(3_usize.derivative_rule_of_saturating_sub(true, (5,)).0, 0);

    let (value, pullback) = 3_usize.derivative_rule_of_checked_sub(Discard, (5,));
    pullback(None, (&3, 5), (Some(&()), Some(&())));
    assert_eq!(value, None);
}

/// The shadow of a value, zero, and what is in it afterwards.
fn zeros<T: Differentiable<Shadow: Sized>>(of: &T) -> T::Shadow {
    T::zero_shadow(&of.primal_shape())
}

#[test]
fn unwrapping_options() {
    for option in [Some(3.0), None] {
        let (d_option, d_default) = (zeros(&option), Cell::new(-0.0));
        let (value, pullback) = option.derivative_rule_of_unwrap_or(true, (5.0,));
        assert_eq!((value, size_of_val(&pullback)), (option.unwrap_or(5.0), 0));
        let shadows = (Some(&d_option), Some(&d_default));
        pullback(Cell::new(2.0), (&option, 5.0), shadows);
        pullback(Cell::new(2.0), (&option, 5.0), (None, None));
        assert_eq!(Option::<f64>::tangent(&d_option), option.map(|_| 2.0));
        assert_eq!(d_default.get(), if option.is_some() { 0.0 } else { 2.0 });

        let (value, pullback) = option.derivative_rule_of_unwrap_or_default(true, ());
        assert_eq!(value, option.unwrap_or_default());
        pullback(Cell::new(1.0), (&option,), (Some(&d_option),));
        assert_eq!(Option::<f64>::tangent(&d_option), option.map(|_| 3.0));
    }
    let option = Some(vec![1.0, 2.0]);
    let d_option = zeros(&option);
    let (value, pullback) = option.derivative_rule_of_unwrap(true, ());
    assert_eq!(value, [1.0, 2.0]);
    pullback(
        Vec::<f64>::shadow(vec![3.0, 4.0]),
        (&option,),
        (Some(&d_option),),
    );
    let (_, pullback) = option.derivative_rule_of_expect(true, ("there is one",));
    let dy = Vec::<f64>::shadow(vec![10.0, 20.0]);
    pullback(dy, (&option, "there is one"), (Some(&d_option), None));
    assert_eq!(
        Option::<Vec<f64>>::tangent(&d_option),
        Some(vec![13.0, 24.0])
    );
}

#[test]
#[should_panic(expected = "there is none")]
fn expecting_of_none_panics_with_the_user_s_words() {
    let _ = None::<f64>.derivative_rule_of_expect(true, ("there is none",));
}

#[test]
fn alternatives_of_options() {
    for (option, other) in [(Some(3.0), Some(4.0)), (None, Some(4.0)), (None, None)] {
        let (d_option, d_other) = (zeros(&option), zeros(&other));
        let (value, pullback) = option.derivative_rule_of_or(true, (other,));
        assert_eq!(value, option.or(other));
        let dy = value.map(|_: f64| Cell::new(2.0));
        pullback(dy, (&option, other), (Some(&d_option), Some(&d_other)));
        assert_eq!(Option::<f64>::tangent(&d_option), option.map(|_| 2.0));
        let to_other = if option.is_some() { 0.0 } else { 2.0 };
        assert_eq!(Option::<f64>::tangent(&d_other), other.map(|_| to_other));
    }
}

#[test]
fn options_become_results() {
    let d_error = Cell::new(-0.0);
    let some = Some(3.0);
    let d_some = zeros(&some);
    let (value, pullback) = some.derivative_rule_of_ok_or(true, (7.0_f32,));
    assert_eq!(value, Ok(3.0));
    let shadows = (Some(&d_some), Some(&d_error));
    pullback(Ok(Cell::new(2.0)), (&some, 7.0), shadows);
    assert_eq!((&d_some, d_error.get()), (&Some(Cell::new(2.0)), 0.0));

    let none = None::<f64>;
    let (value, pullback) = none.derivative_rule_of_ok_or(true, (7.0_f32,));
    assert_eq!(value, Err(7.0));
    let shadows = (Some(&None), Some(&d_error));
    pullback(Err(()), (&none, 7.0), shadows);
    assert_eq!(d_error.get(), 0.0, "an error carries no derivative");
}

#[test]
fn options_of_references() {
    let x = 3.0_f64;
    let option = Some(&x);
    let d_option = zeros(&option);
    let (value, pullback) = option.derivative_rule_of_copied(true, ());
    assert_eq!(value, Some(3.0));
    pullback(Some(Cell::new(2.0)), (&option,), (Some(&d_option),));
    let (_, pullback) = option.derivative_rule_of_cloned(true, ());
    pullback(Some(Cell::new(1.0)), (&option,), (Some(&d_option),));
    assert_eq!(d_option, Some(Cell::new(3.0)));
}

#[test]
fn taking_out_of_options() {
    let mut option = Some(vec![1.0, 2.0]);
    let (value, pullback) = option.derivative_rule_of_take(true, ());
    assert_eq!((&option, value), (&None, Some(vec![1.0, 2.0])));
    let mut d_option = None;
    let dy = || Some(Vec::<f64>::shadow(vec![3.0, 4.0]));
    pullback(dy(), (&mut option,), (Some(&mut d_option),));
    assert_eq!(option, Some(vec![1.0, 2.0]));
    assert_eq!(d_option, dy());
    pullback(dy(), (&mut option,), (None,));

    let mut none = None::<f64>;
    let (value, pullback) = none.derivative_rule_of_take(Discard, ());
    pullback(None, (&mut none,), (Some(&mut None),));
    assert_eq!(value, None);
}

/// The derivatives of what `replace` reads, by those of what it writes and gives.
fn replace(
    mut option: Option<f64>,
    after: Cell<f64>,
    taken: Option<Cell<f64>>,
    keep: impl Keep,
) -> (Option<f64>, Option<f64>, f64) {
    let (_, pullback) = option.derivative_rule_of_replace(keep, (9.0,));
    assert_eq!(option, Some(9.0));
    let (mut d_option, d_value) = (Some(after), Cell::new(10.0));
    let shadows = (Some(&mut d_option), Some(&d_value));
    pullback(taken, (&mut option, 9.0), shadows);
    (option, Option::<f64>::tangent(&d_option), d_value.get())
}

#[test]
fn replacing_in_options() {
    let of_some = |keep| replace(Some(1.0), Cell::new(2.0), Some(Cell::new(3.0)), keep);
    assert_eq!(of_some(true), (Some(1.0), Some(3.0), 12.0));
    assert_eq!(of_some(false), (Some(9.0), Some(3.0), 12.0));
    let of_none = replace(None, Cell::new(2.0), None, Discard);
    assert_eq!(of_none, (Some(9.0), None, 12.0));
}

#[test]
fn methods_of_results() {
    let ok: Result<f64, f32> = Ok(3.0);
    let d_ok = zeros(&ok);
    let (value, pullback) = ok.derivative_rule_of_unwrap(true, ());
    assert_eq!((value, size_of_val(&pullback)), (3.0, 0));
    pullback(Cell::new(2.0), (&ok,), (Some(&d_ok),));
    let (_, pullback) = ok.derivative_rule_of_expect(true, ("it is well",));
    pullback(Cell::new(2.0), (&ok, "it is well"), (Some(&d_ok), None));
    let (value, pullback) = ok.derivative_rule_of_ok(true, ());
    assert_eq!(value, Some(3.0));
    pullback(Some(Cell::new(2.0)), (&ok,), (Some(&d_ok),));
    let (_, pullback) = ok.derivative_rule_of_clone(true, ());
    pullback(Ok(Cell::new(2.0)), (&ok,), (Some(&d_ok),));
    let (_, pullback) = ok.derivative_rule_of_unwrap_or_default(true, ());
    pullback(Cell::new(2.0), (&ok,), (Some(&d_ok),));
    assert_eq!(d_ok, Ok(Cell::new(10.0)));

    let err: Result<f64, f32> = Err(3.0);
    let (d_err, d_default) = (zeros(&err), Cell::new(-0.0));
    let (value, pullback) = err.derivative_rule_of_unwrap_or(true, (5.0,));
    assert_eq!(value, 5.0);
    pullback(
        Cell::new(2.0),
        (&err, 5.0),
        (Some(&d_err), Some(&d_default)),
    );
    assert_eq!((d_default.get(), d_err), (2.0, Err(())));
}

#[test]
#[should_panic(expected = "cotangent of another variant")]
fn shadows_of_another_variant_are_not_passed_over() {
    let option = Some(3.0);
    let (_, pullback) = option.derivative_rule_of_unwrap(true, ());
    pullback(Cell::new(2.0), (&option,), (Some(&None),));
}
