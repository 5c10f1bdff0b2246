//! The checking macros: one line a program.
//!
//! `check!(test_name, f(point…), f(another point…))` makes a `#[test]`. Arguments are written as
//! in a call; `fixed(expr)` marks one that is not active (an integer, a `#[constant]`).

/// Tests a function that returns one float: value, gradient against finite differences, repeated
/// calls, dirty buffers, restored arguments, and `vjp` where no argument is a `&mut`.
#[macro_export]
macro_rules! check {
    ($test:ident, $($($f:ident)::+ ($($args:tt)*)),+ $(,)?) => {
        #[test]
        fn $test() {
            $($crate::__point!(gradient [$($f)::+] [] [] [] $($args)*);)+
        }
    };
}

/// Tests the `vjp` of a function with any result and no `&mut` argument.
#[macro_export]
macro_rules! check_vjp {
    ($test:ident, $($($f:ident)::+ ($($args:tt)*)),+ $(,)?) => {
        #[test]
        fn $test() {
            $($crate::__point!(vjp [$($f)::+] [] [] [] $($args)*);)+
        }
    };
}

/// Tests the `vjp` of a function that returns nothing and works on its `&mut` arguments.
#[macro_export]
macro_rules! check_in_place {
    ($test:ident, $($($f:ident)::+ ($($args:tt)*)),+ $(,)?) => {
        #[test]
        fn $test() {
            $($crate::__point!(in_place [$($f)::+] [] [] [] $($args)*);)+
        }
    };
}

/// Tests the `vjp` of a function that returns something and also has `&mut` arguments.
#[macro_export]
macro_rules! check_both {
    ($test:ident, $($($f:ident)::+ ($($args:tt)*)),+ $(,)?) => {
        #[test]
        fn $test() {
            $($crate::__point!(both [$($f)::+] [] [] [] $($args)*);)+
        }
    };
}

/// One point of a test: sorts the arguments into bindings `[(argument gradient = value)…]`, the
/// arguments of a call, and the `&mut` ones; then hands over to the checks of the mode.
#[doc(hidden)]
#[macro_export]
macro_rules! __point {
    ($mode:ident $f:tt [$($bind:tt)*] [$($call:tt)*] $muts:tt fixed($e:expr) $(, $($rest:tt)*)?) => {
        $crate::__point!($mode $f [$($bind)*] [$($call)* $e,] $muts $($($rest)*)?)
    };
    ($mode:ident $f:tt [$($bind:tt)*] [$($call:tt)*] [$($muts:tt)*] &mut $e:expr $(, $($rest:tt)*)?) => {
        $crate::__point!($mode $f [$($bind)* (x dx = $e)] [$($call)* &mut x,] [$($muts)* x] $($($rest)*)?)
    };
    ($mode:ident $f:tt [$($bind:tt)*] [$($call:tt)*] $muts:tt & $e:expr $(, $($rest:tt)*)?) => {
        $crate::__point!($mode $f [$($bind)* (x dx = $e)] [$($call)* &x,] $muts $($($rest)*)?)
    };
    ($mode:ident $f:tt [$($bind:tt)*] [$($call:tt)*] $muts:tt $e:expr $(, $($rest:tt)*)?) => {
        $crate::__point!($mode $f [$($bind)* (x dx = $e)] [$($call)* Clone::clone(&x),] $muts $($($rest)*)?)
    };
    (gradient $f:tt $bind:tt $call:tt []) => {{
        $crate::__gradient!($f $bind $call);
        $crate::__vjp!($f $bind $call [] (result));
    }};
    (gradient $f:tt $bind:tt $call:tt $muts:tt) => { $crate::__gradient!($f $bind $call) };
    (vjp $f:tt $bind:tt $call:tt []) => { $crate::__vjp!($f $bind $call [] (result)) };
    (in_place $f:tt $bind:tt $call:tt [$($m:ident)+]) => {
        $crate::__vjp!($f $bind $call [$($m)+] ($($m),+))
    };
    (both $f:tt $bind:tt $call:tt [$($m:ident)+]) => {
        $crate::__vjp!($f $bind $call [$($m)+] (result, $($m),+))
    };
}

/// The checks of `gradient`, `value_and_gradient` and `value_and_gradient_into` at one point.
#[doc(hidden)]
#[macro_export]
macro_rules! __gradient {
    ([$($f:tt)+] [$(($x:ident $dx:ident = $e:expr))*] [$($call:tt)*]) => {
        #[allow(unused_mut, unused_variables, unused_parens, clippy::let_unit_value)]
        {
            let point = ($($e,)*);
            let jacobian = $crate::numeric_jacobian(&point, |point| {
                let ($(mut $x,)*) = Clone::clone(point);
                $crate::outputs(&[$crate::flat(&$($f)+($($call)*))])
            });
            let primal = { let ($(mut $x,)*) = Clone::clone(&point); $($f)+($($call)*) };

            let ($(mut $x,)*) = Clone::clone(&point);
            let (value, gradient) = $($f)+::value_and_gradient($($call)*);
            $crate::assert_same("value", &value, &primal);
            $crate::assert_gradient(&gradient, &jacobian);
            $crate::assert_same("arguments afterwards", &($(Clone::clone(&$x),)*), &point);

            let again = $($f)+::gradient($($call)*);
            $crate::assert_same("gradient, called again", &again, &gradient);
            $crate::assert_same("arguments after gradient", &($(Clone::clone(&$x),)*), &point);

            let ($(mut $dx),*) = again;
            $($crate::dirty(&mut $dx);)*
            let value = $($f)+::value_and_gradient_into($($call)* $(&mut $dx),*);
            $crate::assert_same("value of value_and_gradient_into", &value, &primal);
            let buffers = ($($dx),*);
            $crate::assert_same("dirty buffers", &buffers, &gradient);
            $crate::assert_same("arguments after _into", &($(Clone::clone(&$x),)*), &point);
        }
    };
}

/// The checks of `vjp` at one point. The last group names what the cotangent is made of.
#[doc(hidden)]
#[macro_export]
macro_rules! __vjp {
    ([$($f:tt)+] [$(($x:ident $dx:ident = $e:expr))*] [$($call:tt)*] [$($m:ident)*] (result $($more:tt)*)) => {
        $crate::__vjp!(@ result [$($f)+] [$(($x $dx = $e))*] [$($call)*] [$($m)*] (result $($more)*))
    };
    ([$($f:tt)+] [$(($x:ident $dx:ident = $e:expr))*] [$($call:tt)*] [$($m:ident)*] ($($seed:ident),*)) => {
        $crate::__vjp!(@ result [$($f)+] [$(($x $dx = $e))*] [$($call)*] [$($m)*] ($($seed),*))
    };
    (@ $result:ident [$($f:tt)+] [$(($x:ident $dx:ident = $e:expr))*] [$($call:tt)*] [$($m:ident)*] ($($seed:ident),*)) => {
        #[allow(unused_mut, unused_variables, unused_parens, clippy::let_unit_value)]
        {
            let point = ($($e,)*);
            let jacobian = $crate::numeric_jacobian(&point, |point| {
                let ($(mut $x,)*) = Clone::clone(point);
                let $result = $($f)+($($call)*);
                $crate::outputs(&[$crate::flat(&$result), $($crate::flat(&$m)),*])
            });
            let ($(mut $x,)*) = Clone::clone(&point);
            let primal = $($f)+($($call)*);
            let primal = $crate::outputs(&[$crate::flat(&primal), $($crate::flat(&$m)),*]);

            let ($(mut $x,)*) = Clone::clone(&point);
            // `match` keeps temporaries among the arguments alive for the pullback.
            match $($f)+::vjp($($call)*) { ($result, pullback) => {
            let finals = $crate::outputs(&[$crate::flat(&$result), $($crate::flat(&$m)),*]);
            $crate::assert_same("result and final contents", &finals, &primal);
            for round in [1, 2, 3, 1] {
                let mut weights = $crate::Weights::new(round);
                let gradient = pullback.call(($(weights.cotangent(&$seed)),*));
                $crate::assert_contraction(&gradient, &jacobian, &weights.given);
            }
            } }
        }
    };
}
