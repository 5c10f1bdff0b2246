//! User items in the place of standard ones.

/// User items that shadow what emitted code might name.
#[allow(dead_code, non_camel_case_types)]
mod shadowed {
    use pullback::differentiable;

    mod core {}
    mod std {}
    mod alloc {}
    struct Option;
    struct Some;
    struct None;
    struct Result;
    struct Box;
    struct Cell;
    struct Iterator;
    struct IntoIterator;
    struct Differentiable;
    struct Site;
    struct Branch;
    trait Fn {}
    trait FnOnce {}
    trait Default {}
    trait Clone {}
    trait Real {}

    /// A trait whose methods compete with those of every type.
    trait Sneaky {
        fn shape(&self) {}
        fn again(&self) {}
        fn zeros(&self) {}
        fn tangent(&self) {}
        fn add(&self, _: &Self) {}
        fn get(&self) {}
        fn set(&self, _: &Self) {}
        fn take(&self) {}
        fn rows(&self) {}
        fn call(&self) {}
        fn rrule(&self) {}
    }
    impl<T: ?Sized> Sneaky for T {}

    #[differentiable]
    pub(super) fn plain(x: f64, xs: &[f64], y: &mut [f64]) -> f64 {
        let mut s = x;
        for i in 0..xs.len() {
            if s > 1.0 {
                s *= xs[i];
            } else {
                s += y[i].exp();
            }
            y[i] = s;
            if s > 50.0 {
                break;
            }
        }
        s * y[0]
    }

    #[differentiable]
    pub(super) fn calls(x: f64, n: usize) -> f64 {
        if n == 0 {
            x
        } else {
            plain(calls(x, n - 1), &[x, 2.0], &mut [x, x])
        }
    }
}

pullback_tests::check!(
    standard_names,
    shadowed::plain(0.5, &[0.2, 3.0], &mut vec![0.1, 0.2]),
    shadowed::calls(0.5, fixed(2))
);

/// `Vec` and the primitives have other meanings here.
#[allow(dead_code, non_camel_case_types)]
mod shadowed_types {
    use pullback::differentiable;

    struct Vec;
    struct String;
    struct f64;
    struct usize;
    struct bool;
    struct i32;
    struct u32;

    #[differentiable]
    fn single(x: f32, xs: &[f32]) -> f32 {
        let mut s = x;
        for v in xs {
            if s > 1.0 {
                s *= v;
            } else {
                s += v.exp();
            }
        }
        s
    }

    #[test]
    fn primitives_by_their_own_names() {
        let (value, (dx, dxs)) = single::value_and_gradient(0.5, &[0.0, 3.0]);
        assert_eq!((value, dx), (4.5, 3.0));
        assert_eq!(dxs, [3.0, 1.5]);
    }
}

/// Macros of the user with the names of the standard library's.
mod shadowed_macros {
    use pullback::differentiable;

    #[allow(unused_macros)]
    macro_rules! panic {
        ($($t:tt)*) => {
            compile_error!("not this one")
        };
    }
    #[allow(unused_macros)]
    macro_rules! assert {
        ($($t:tt)*) => {
            compile_error!("not this one")
        };
    }
    #[allow(unused_macros)]
    macro_rules! unreachable {
        ($($t:tt)*) => {
            compile_error!("not this one")
        };
    }
    #[allow(unused_macros)]
    macro_rules! matches {
        ($($t:tt)*) => {
            compile_error!("not this one")
        };
    }

    #[differentiable]
    fn looping(x: f64, n: usize) -> f64 {
        let mut y = x;
        for _ in 0..n {
            if y > 3.0 {
                return y;
            }
            y = y * y + x;
        }
        y
    }

    pullback_tests::check!(macros, looping(1.2, fixed(1)), looping(1.2, fixed(5)));
}
