//! Preludes and lints.

/// No prelude: neither `Some` nor `Fn` nor `Clone` has a name.
#[no_implicit_prelude]
mod without_prelude {
    use ::pullback::differentiable;

    #[differentiable]
    fn scalar(x: f64, n: usize) -> f64 {
        let mut y = x;
        for i in 0..n {
            if y > 2.0 {
                break;
            }
            y = y.sin() + x * i as f64;
        }
        y
    }

    #[differentiable]
    fn vectors(x: &[f64], y: &mut [f64], v: &::std::vec::Vec<f64>) -> f64 {
        let mut out = ::std::vec::Vec::new();
        for i in 0..x.len() {
            y[i] *= x[i] * v[i];
            out.push(y[i]);
        }
        out[0] * scalar(out[1], 2)
    }

    #[differentiable]
    fn recursive(x: f64, n: u32) -> f64 {
        if n == 0 { x } else { recursive(x * x, n - 1) }
    }

    #[differentiable]
    fn generic<T: ::pullback::Real>(x: T, y: &[T]) -> T {
        x.exp() * y[0]
    }

    #[test]
    fn works_without_the_prelude() {
        ::std::assert_eq!(recursive::gradient(2.0, 2), 32.0);
        ::std::assert_eq!(generic::gradient(0.0, &[3.0]), (3.0, ::std::vec![1.0]));
        let (value, (dx, dy, dv)) =
            vectors::value_and_gradient(&[1.0, 0.0], &mut [2.0, 3.0], &::std::vec![5.0, 7.0]);
        ::std::assert_eq!(value, 0.0);
        ::std::assert_eq!(
            (dx, dy, dv),
            (
                ::std::vec![0.0, 420.0],
                ::std::vec![0.0, 0.0],
                ::std::vec![0.0, 0.0],
            )
        );
    }
}

/// Every lint that a careful crate turns on.
#[deny(
    warnings,
    unused,
    nonstandard_style,
    rust_2018_idioms,
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    unused_lifetimes,
    unused_qualifications,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    let_underscore_drop,
    clippy::all
)]
mod under_deny_warnings {
    use pullback::{Real, differentiable};

    /// Public and documented.
    #[differentiable]
    pub(crate) fn branches(x: f64, n: usize) -> f64 {
        match n {
            0 => x * x,
            1 if x > 0.0 => x.sin(),
            _ => {
                let mut y = x;
                while y < 3.0 {
                    y = y * y + 1.5;
                }
                y
            }
        }
    }

    #[differentiable]
    fn in_place(y: &mut [f64], v: &mut Vec<f64>, a: f64) -> (f64, f64) {
        for (i, x) in y.iter_mut().enumerate() {
            if i == 3 {
                return (a, *x);
            }
            *x = *x * a + v[0];
            v.push(*x);
        }
        (a * y[0], v[1])
    }

    #[differentiable]
    fn unused_arguments(x: f64, _y: &[f64], _: &mut f64) -> f64 {
        x
    }

    #[differentiable]
    fn generic<T: Real, const N: usize>(x: &[T; N], y: T) -> T {
        let mut s = y;
        for &v in x {
            s = s * v + y;
        }
        s
    }

    #[differentiable]
    fn recursive(x: f64, n: u32) -> f64 {
        if n == 0 {
            return x;
        }
        let half = recursive(x, n / 2);
        half * x
    }

    #[differentiable]
    fn constant() -> f64 {
        1.0
    }

    pullback_tests::check!(
        no_warnings,
        branches(0.5, fixed(0)),
        branches(0.5, fixed(1)),
        branches(0.5, fixed(2)),
        unused_arguments(0.5, &[1.0], &mut 2.0),
        generic(&[0.5, 0.7], 0.2),
        recursive(0.5, fixed(4)),
        constant(),
    );
    pullback_tests::check_both!(
        no_warnings_in_place,
        in_place(&mut vec![1.0, 2.0], &mut vec![0.5], 0.3),
        in_place(&mut vec![1.0, 2.0, 3.0, 4.0], &mut vec![0.5], 0.3),
    );
}
