//! The table of conventions, line by line, and arguments where a careless formula fails.

use super::*;

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

#[test]
fn kinks_and_jumps() {
    assert_eq!(abs(0.0), (0.0, 0.0));
    assert!(abs(NAN).1.is_nan());
    assert_eq!(signum(0.0), (1.0, 0.0));
    assert_eq!(
        (floor(2.0), ceil(2.0), trunc(2.0)),
        ((2.0, 0.0), (2.0, 0.0), (2.0, 0.0))
    );
    assert_eq!(round(0.5), (1.0, 0.0));
    assert_eq!(fract(2.0), (0.0, 1.0));
    assert_eq!(rem(6.0, 2.0), (0.0, (1.0, -3.0)));
    assert_eq!(rem_euclid(-6.0, 2.0), (0.0, (1.0, 3.0)));
    assert_eq!(div_euclid(6.0, 2.0), (3.0, (0.0, 0.0)));
}

#[test]
fn ties() {
    assert_eq!(max(1.0, 1.0), (1.0, (1.0, 0.0)));
    assert_eq!(min(1.0, 1.0), (1.0, (1.0, 0.0)));
    assert_eq!(max(NAN, 1.0), (1.0, (0.0, 1.0)));
    assert_eq!(max(1.0, NAN), (1.0, (1.0, 0.0)));
    assert_eq!(min(NAN, 1.0), (1.0, (0.0, 1.0)));
    assert_eq!(min(1.0, NAN), (1.0, (1.0, 0.0)));
    assert_eq!(clamp(1.0, 1.0, 2.0), (1.0, (1.0, 0.0, 0.0)));
    assert_eq!(clamp(2.0, 1.0, 2.0), (2.0, (1.0, 0.0, 0.0)));
}

#[test]
fn copysign_goes_by_sign_bits() {
    assert_eq!(copysign(-0.0, 1.0).1, (-1.0, 0.0));
    assert_eq!(copysign(0.0, 1.0).1, (1.0, 0.0));
    assert_eq!(copysign(2.0, -0.0).1, (-1.0, 0.0));
}

#[test]
fn ends_of_the_domain() {
    assert_eq!(sqrt(0.0), (0.0, INF));
    assert_eq!(cbrt(0.0), (0.0, INF));
    assert_eq!((asin(1.0).1, asin(-1.0).1), (INF, INF));
    assert_eq!((acos(1.0).1, acos(-1.0).1), (-INF, -INF));
    assert_eq!(acosh(1.0), (0.0, INF));
    assert_eq!((atanh(1.0).1, atanh(-1.0).1), (INF, INF));
    assert_eq!(ln(0.0), (-INF, INF));
    assert!(sqrt(-1.0).1.is_nan() && asin(2.0).1.is_nan() && acosh(0.5).1.is_nan());
}

#[test]
fn origin() {
    assert_eq!(hypot(0.0, 0.0), (0.0, (0.0, 0.0)));
    assert_eq!(atan2(0.0, 0.0), (0.0, (0.0, 0.0)));
}

#[test]
fn powers() {
    assert_eq!(powi(0.0, 0), (1.0, 0.0));
    assert_eq!(powi(0.0, 1), (0.0, 1.0));
    assert_eq!(powi(INF, 0), (1.0, 0.0));
    assert_eq!(powi(1.0, i32::MIN), (1.0, f64::from(i32::MIN)));
    assert_eq!(powf(0.0, 0.0), (1.0, (0.0, 0.0)));
    assert_eq!(powf(0.0, 1.0), (0.0, (1.0, 0.0)));
    assert_eq!(powf(0.0, 2.0), (0.0, (0.0, 0.0)));
    assert_eq!(powf(0.0, 0.5), (0.0, (INF, 0.0)));
    assert_eq!(powf(INF, 0.0).1.0, 0.0);
    let (value, (by_base, by_exponent)) = powf(-2.0, 3.0);
    assert_eq!((value, by_base), (-8.0, 12.0));
    assert!(by_exponent.is_nan());
}

/// Where the value or a square inside the partial leaves the range of floats.
#[test]
fn extreme_arguments() {
    let near = |found: f64, expected: f64| (found - expected).abs() <= 1e-14 * expected.abs();
    assert!(near(powf(1e-200, 2.0).1.0, 2e-200));
    assert!(near(powf(1e250, 1.5).1.0, 1.5e125));
    assert!(near(hypot(3e200, 4e200).1.0, 0.6));
    assert!(near(atan2(3e200, 4e200).1.0, 1.6e-201));
    assert!(near(atan2(3e-200, 4e-200).1.1, -1.2e199));
    assert!(near(asinh(1e200).1, 1e-200));
    assert!(near(acosh(1e200).1, 1e-200));
    assert!(near(exp_m1(-40.0).1, (-40.0f64).exp()));
    assert_eq!(atan(1e200).1, 0.0);
    assert_eq!(tanh(1e3), (1.0, 0.0));
}

/// Rules may not change a value, not even its last bit.
#[test]
fn values_are_the_functions_own() {
    for x in [0.1f64, 0.5, 0.9, 1.5, 7.25, -0.3] {
        let pairs = [
            (sin(x).0, x.sin()),
            (cos(x).0, x.cos()),
            (sin_cos(x).0.0, x.sin()),
            (sin_cos(x).0.1, x.cos()),
            (tan(x).0, x.tan()),
            (exp2(x).0, x.exp2()),
            (powf(x, 2.5).0, x.powf(2.5)),
            (log(x, 3.0).0, x.log(3.0)),
            (to_degrees(x).0, x.to_degrees()),
        ];
        for (index, (found, expected)) in pairs.into_iter().enumerate() {
            assert_eq!(
                found.to_bits(),
                expected.to_bits(),
                "function {index} at {x}"
            );
        }
    }
}
