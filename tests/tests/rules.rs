//! Hand-written rules, each form as a user writes it. `rrule!` adds a test at the check points of each.

#![allow(missing_docs, reason = "a test crate")]
#![forbid(unsafe_code)]
// Loops over indices are part of what is tested.
#![allow(clippy::needless_range_loop)]

use std::cell::Cell;
use std::f64::consts::FRAC_2_SQRT_PI;

use pullback::check::{Check, CountingAllocator};
use pullback::{Real, differentiable, rrule};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// Scalar functions, in one line each.
mod scalar {
    use super::*;

    rrule! {
        /// The error function, which exists elsewhere.
        pub use libm::erf(x: f64) -> f64 = (erf(x), FRAC_2_SQRT_PI * (-x * x).exp());
        check at [0.3, -2.0, 0.0];

        pub use libm::erff as erf32(x: f32) -> f32 =
            (erf32(x), FRAC_2_SQRT_PI as f32 * (-x * x).exp());
        check at [0.3, -2.0];

        /// One over one plus exp(−x).
        pub fn sigmoid<T: Real>(x: T) -> T = {
            let y = (T::ONE + (-x).exp()).recip();
            (y, y * (T::ONE - y))
        };
        check at [0.3, -2.0, 20.0];

        fn cosine(x: f64) -> f64 = (x.cos(), -x.sin());
        check at [0.3];

        /// Two active arguments and one that is not.
        fn scaled_power<T: Real>(base: T, n: i32, scale: T) -> T =
            (scale * base.powi(n), (scale * T::from_f64(n as f64) * base.powi(n - 1), base.powi(n)));
        check at [(0.7, 3, 2.0), (-1.5, 2, 0.5)];
    }

    #[test]
    fn the_function_is_the_library_s_own() {
        assert_eq!(erf(0.5), libm::erf(0.5));
        assert_eq!(
            erf as fn(f64) -> f64 as usize,
            libm::erf as fn(f64) -> f64 as usize
        );
    }

    #[test]
    fn public_calls() {
        let slope = FRAC_2_SQRT_PI * (-0.25f64).exp();
        assert_eq!(erf::gradient(0.5), slope);
        assert_eq!(erf::value_and_gradient(0.5), (libm::erf(0.5), slope));
        let mut d_x = f64::NAN;
        assert_eq!(erf::value_and_gradient_into(0.5, &mut d_x), libm::erf(0.5));
        assert_eq!(d_x, slope);
        let (value, pullback) = erf::vjp(0.5);
        assert_eq!(value, libm::erf(0.5));
        assert_eq!(pullback.call(2.0), 2.0 * slope);
        assert_eq!(pullback.call(-1.0), -slope);
    }

    #[test]
    fn no_negative_zeros_come_out() {
        assert!(cosine::gradient(0.0).is_sign_positive());
        assert!(cosine::vjp(0.0).1.call(1.0).is_sign_positive());
    }

    #[test]
    fn several_arguments_give_a_tuple() {
        assert_eq!(scaled_power(2.0, 3, 0.5), 4.0);
        assert_eq!(scaled_power::gradient(2.0, 3, 0.5), (6.0, 8.0));
        assert_eq!(scaled_power::vjp(2.0f32, 3, 0.5).1.call(10.0), (60.0, 80.0));
        let (mut d_base, mut d_scale) = (0.0, 0.0);
        scaled_power::value_and_gradient_into(2.0, 3, 0.5, &mut d_base, &mut d_scale);
        assert_eq!((d_base, d_scale), (6.0, 8.0));
    }
}

/// Two sweeps with a residual between them.
mod sweeps {
    use super::*;

    rrule! {
        /// The Euclidean norm.
        pub fn norm<T: Real>(x: &[T]) -> T;
        forward -> (T, T) {
            let norm = x.iter().map(|x| *x * *x).sum::<T>().sqrt();
            (norm, norm)
        }
        pullback(norm: T, dy: T, x: &[T], dx: Option<&[Cell<T>]>) {
            let Some(dx) = dx else { return };
            for (x, dx) in x.iter().zip(dx) {
                dx.set(dx.get() + dy * *x / norm);
            }
        }
        check at [[3.0, 4.0], &[0.5, -0.25, 2.0], vec![1.0]];

        /// A result that is a vector: `a x + y`, nothing to remember.
        fn axpy<T: Real>(a: T, x: &[T], y: &[T]) -> Vec<T>;
        forward -> (Vec<T>, ()) {
            (x.iter().zip(y).map(|(x, y)| a * *x + *y).collect(), ())
        }
        pullback(
            _: (), ct: &Vec<Cell<T>>, a: T, x: &[T], _: &[T],
            da: Option<&Cell<T>>, dx: Option<&[Cell<T>]>, dy: Option<&[Cell<T>]>,
        ) {
            for (i, ct) in ct.iter().enumerate() {
                da.inspect(|da| da.set(da.get() + ct.get() * x[i]));
                dx.inspect(|dx| dx[i].set(dx[i].get() + ct.get() * a));
                dy.inspect(|dy| dy[i].set(dy[i].get() + ct.get()));
            }
        }
        check at [(2.0, [1.0, -0.5], [0.25, 3.0])];

        /// Changes its argument: where asked to `keep`, the pullback puts back what was there.
        fn square_all<T: Real>(x: &mut [T]) -> ();
        forward(keep) -> ((), Vec<T>) {
            let held = if keep { x.to_vec() } else { Vec::new() };
            x.iter_mut().for_each(|x| *x = *x * *x);
            ((), held)
        }
        pullback(held: &Vec<T>, _: (), x: &mut [T], dx: Option<&mut [Cell<T>]>) {
            // Without `keep` the root of the square stands in for |x|; the sign is lost, so this rule
            // serves callers that hold nonnegative values.
            for i in 0..x.len() {
                x[i] = held.get(i).copied().unwrap_or(x[i].sqrt());
                if let Some(dx) = &dx {
                    dx[i].set((x[i] + x[i]) * dx[i].get());
                }
            }
        }
        check at [[3.0, 0.5], [1.5]];

        /// A const parameter, an inactive argument, and one declared constant.
        fn weighted<const N: usize>(x: &[f64; N], skip: usize, #[constant] weights: &Weights) -> f64;
        forward -> (f64, ()) {
            (x.iter().skip(skip).map(|x| x * weights.scale).sum(), ())
        }
        pullback(
            _: (), dy: f64, _: &[f64; N], skip: usize, weights: &Weights, dx: Option<&[Cell<f64>; N]>,
        ) {
            for dx in dx.into_iter().flatten().skip(skip) {
                dx.set(dx.get() + dy * weights.scale);
            }
        }
        check at [([1.0, 2.0, 3.0], 1, Weights { scale: 0.5 })];
    }

    rrule! {
        /// A float result and a changed argument: `sum xᵢ²`, leaving `x` negated.
        fn sum_of_squares_negating(x: &mut [f64], scale: f64) -> f64;
        forward(_keep) -> (f64, ()) {
            x.iter_mut().for_each(|x| *x = -*x);
            (scale * x.iter().map(|x| x * x).sum::<f64>(), ())
        }
        pullback(
            _: (), ct: f64, x: &mut [f64], scale: f64,
            dx: Option<&mut [Cell<f64>]>, dscale: Option<&Cell<f64>>,
        ) {
            x.iter_mut().for_each(|x| *x = -*x);
            for (x, dx) in x.iter().zip(dx.into_iter().flatten()) {
                dx.set(2.0 * ct * scale * x - dx.get());
            }
            if let Some(dscale) = dscale {
                dscale.set(dscale.get() + ct * x.iter().map(|x| x * x).sum::<f64>());
            }
        }
        check at [([1.0, -2.0], 0.5)];
    }

    #[test]
    fn gradients_leave_arguments_as_they_were() {
        let mut x = [1.0, -2.0];
        assert_eq!(
            sum_of_squares_negating::value_and_gradient(&mut x, 0.5),
            (2.5, (vec![1.0, -2.0], 5.0)),
        );
        assert_eq!(x, [1.0, -2.0]);
        assert_eq!(sum_of_squares_negating(&mut x, 0.5), 2.5);
        assert_eq!(x, [-1.0, 2.0]);
    }

    pub struct Weights {
        scale: f64,
    }

    #[test]
    fn public_calls() {
        let x = [3.0, 4.0];
        assert_eq!(norm(&x), 5.0);
        assert_eq!(norm::gradient(&x), [0.6, 0.8]);
        assert_eq!(norm::gradient::<f32>(&[3.0, 4.0]), [0.6, 0.8]);
        assert_eq!(norm::value_and_gradient(&x), (5.0, vec![0.6, 0.8]));
        let mut dx = [f64::NAN; 2];
        assert_eq!(norm::value_and_gradient_into(&x, &mut dx), 5.0);
        assert_eq!(dx, [0.6, 0.8]);
        assert_eq!(
            weighted::gradient(&[1.0, 2.0], 1, &Weights { scale: 0.5 }),
            [0.0, 0.5]
        );
    }

    #[test]
    fn a_pullback_is_called_with_several_cotangents() {
        let (value, pullback) = axpy::vjp(2.0, &[1.0, -0.5], &[0.25, 3.0]);
        assert_eq!(value, [2.25, 2.0]);
        assert_eq!(
            pullback.call(vec![1.0, 0.0]),
            (1.0, vec![2.0, 0.0], vec![1.0, 0.0])
        );
        assert_eq!(
            pullback.call(vec![0.0, 2.0]),
            (-1.0, vec![0.0, 4.0], vec![0.0, 2.0])
        );
    }

    #[test]
    #[should_panic(expected = "gradient buffer for argument `x`")]
    fn a_buffer_of_the_wrong_size_is_named() {
        norm::value_and_gradient_into(&[3.0, 4.0], &mut [0.0; 3]);
    }

    #[test]
    fn the_pullback_is_as_large_as_its_residual() {
        let (_, pullback) = norm::rrule(false, (&[3.0, 4.0],));
        assert_eq!(size_of_val(&pullback), size_of::<f64>());
        let (_, pullback) = axpy::rrule(false, (2.0, &[1.0], &[0.25]));
        assert_eq!(size_of_val(&pullback), 0);
    }

    #[test]
    fn gradients_allocate_nothing_but_buffers() {
        Check::new("norm").gradient_into(
            [3.0, 4.0],
            [0.0; 2],
            |x| norm(x),
            |x, dx| norm::value_and_gradient_into(x, dx),
        );
    }
}

/// Functions without derivative.
mod none {
    use super::*;

    rrule! {
        /// Which bin a value falls into.
        pub fn bin(x: f64) -> usize { (x / 0.1) as usize }
        no derivative;

        #[cfg(not(test))]
        pub use std::nowhere(x: f64) -> f64;
        no derivative;

        #[cfg(not(test))]
        fn left_out(x: f64) -> f64 = (nowhere(x), 0.0);
        check at [0.0];

        pub use std::convert::identity as opaque<T: Real>(x: T) -> T;
        no derivative;
    }

    #[test]
    fn the_pullback_adds_nothing() {
        let (value, pullback) = bin::rrule(false, (0.35,));
        let shadow = Cell::new(1.5);
        pullback((), (0.35,), (Some(&shadow),));
        assert_eq!((value, shadow.get()), (3, 1.5));
        let (value, pullback) = opaque::rrule(false, (0.35,));
        pullback(Cell::new(1.0), (0.35,), (Some(&shadow),));
        assert_eq!((value, shadow.get()), (0.35, 1.5));
    }
}

/// Methods of foreign types.
mod methods {
    use super::*;

    rrule! {
        /// Rules of methods of slices.
        pub trait SliceRules<T: Real> for [T] {
            fn rotate_left(&mut self, mid: usize) -> ();
            forward(_keep) -> ((), ()) {
                self.rotate_left(mid);
                ((), ())
            }
            pullback(_: (), _: (), xs: &mut [T], mid: usize, d_xs: Option<&mut [Cell<T>]>) {
                xs.rotate_right(mid);
                if let Some(d_xs) = d_xs {
                    d_xs.rotate_right(mid);
                }
            }
            check at [([1.0, 2.0, 3.0, 4.0], 1), (vec![1.0, 2.0], 0)];

            fn len(&self) -> usize;
            no derivative;
        }

        trait FloatRules for f64 {
            fn next_up(self) -> f64 = (self.next_up(), 1.0);
            check at [0.3_f64];
        }
    }

    #[test]
    fn a_method_rule_takes_the_receiver_apart() {
        let mut xs = [1.0, 2.0, 3.0];
        let ((), pullback) = xs.derivative_rule_of_rotate_left(true, (1,));
        assert_eq!(xs, [2.0, 3.0, 1.0]);
        let mut shadow = [2.0, 3.0, 1.0].map(Cell::new);
        pullback((), (&mut xs, 1), (Some(&mut shadow), None));
        assert_eq!(xs, [1.0, 2.0, 3.0]);
        assert_eq!(shadow.map(Cell::into_inner), [1.0, 2.0, 3.0]);
    }

    #[test]
    fn methods_without_derivative() {
        let (value, pullback) = [1.0, 2.0][..].derivative_rule_of_len(false, ());
        assert_eq!(value, 2);
        let shadow = [Cell::new(1.0), Cell::new(2.0)];
        pullback((), (&[1.0, 2.0],), (Some(&shadow),));
        assert_eq!(shadow, [1.0, 2.0].map(Cell::new));
    }
}

/// Rules at work inside functions with derived ones, found by path, import, and under another name.
mod called {
    use super::scalar::erf;
    use super::sweeps::norm as length;
    use super::*;

    rrule! {
        fn bin(x: f64) -> usize { (x / 0.1) as usize }
        no derivative;

        fn fill(x: &mut [f64], y: f64) -> ();
        forward(keep) -> ((), Vec<f64>) {
            let held = if keep { x.to_vec() } else { Vec::new() };
            x.fill(y);
            ((), held)
        }
        pullback(
            held: &Vec<f64>, _: (), x: &mut [f64], _: f64,
            dx: Option<&mut [Cell<f64>]>, dy: Option<&Cell<f64>>,
        ) {
            x[..held.len()].copy_from_slice(held);
            for dx in dx.into_iter().flatten() {
                let cotangent = dx.replace(0.0);
                dy.inspect(|dy| dy.set(dy.get() + cotangent));
            }
        }
        check at [([1.0, 2.0], 3.0)];
    }

    #[differentiable]
    fn scalars(x: &[f64]) -> f64 {
        let mut sum = 0.0;
        for i in 0..x.len() {
            sum += erf(x[i]) * scalar::sigmoid(2.0 * x[i]);
        }
        sum * length(x)
    }

    #[differentiable]
    fn changing(x: f64, w: &mut [f64]) -> f64 {
        fill(w, x * x);
        let k: usize = bin(x);
        w[0] * w[1] + w[k]
    }

    #[test]
    fn derived_functions_find_rules() {
        Check::new("scalars").gradient(
            vec![0.3, -0.7, 1.5],
            |x| scalars(x),
            |x| scalars::value_and_gradient(x),
        );
        Check::new("changing").gradient(
            (0.25, [5.0; 6]),
            |(x, w)| changing(*x, w),
            |(x, w)| changing::value_and_gradient(*x, w),
        );
    }

    /// Allocations are counted against the function's own, which an optimiser may leave out.
    #[cfg(debug_assertions)]
    #[test]
    fn derived_gradients_allocate_nothing() {
        Check::new("scalars").gradient_into(
            [0.3, -0.7, 1.5],
            [0.0; 3],
            |x| scalars(x),
            |x, dx| scalars::value_and_gradient_into(x, dx),
        );
    }
}

/// Emitted code does not meet names of the user's, whatever they are.
#[no_implicit_prelude]
#[deny(warnings)]
mod hygiene {
    use ::core::cell::Cell;
    use ::core::option::Option;

    extern crate pullback as renamed;

    ::pullback::rrule! {
        fn odd(value: f64, cotangent: f64, keep: i32) -> f64 =
            (value * cotangent.powi(keep), (cotangent, value));
        check at [(0.5, 2.0, 1)];
    }

    renamed::rrule! {
        #![crate(crate::hygiene::renamed)]

        fn odder(residual: f64, pullback: &mut f64, d_pullback: &f64, wanted: usize) -> f64;
        forward(shadow) -> (f64, (f64, f64)) {
            let _ = shadow;
            let held = *pullback;
            *pullback *= *d_pullback;
            (residual * *pullback, (held, *d_pullback))
        }
        pullback(
            value: &(f64, f64), ct: f64, residual: f64, pullback: &mut f64, d_pullback: &f64, _: usize,
            d_residual: Option<&Cell<f64>>, dp: Option<&mut Cell<f64>>, dd: Option<&Cell<f64>>,
        ) {
            let (held, factor) = (value.0, value.1 + 0.0 * *d_pullback);
            if let Option::Some(d_residual) = d_residual {
                d_residual.set(d_residual.get() + ct * *pullback);
            }
            *pullback = held;
            let Option::Some(dp) = dp else { return };
            let after = dp.get() + ct * residual;
            dp.set(after * factor);
            if let Option::Some(dd) = dd {
                dd.set(dd.get() + after * held);
            }
        }
        check at [(0.5, 2.0, -1.5, 1)];
    }

    #[::core::prelude::v1::test]
    fn public_calls() {
        ::std::assert_eq!(odd::gradient(0.5, 2.0, 1), (2.0, 0.5));
        ::std::assert_eq!(odd(0.5, 2.0, 1), 1.0);
        let mut x = 2.0;
        ::std::assert_eq!(odder::gradient(0.5, &mut x, &-1.5, 1), (-3.0, -0.75, 1.0));
        ::std::assert_eq!(x, 2.0);
        ::std::assert_eq!(odder(0.5, &mut x, &-1.5, 1), -1.5);
    }
}
