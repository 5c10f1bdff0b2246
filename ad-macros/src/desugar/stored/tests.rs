//! What becomes of functions that are kept.

use crate::desugar::testing::assert_simplified;

#[test]
fn functions_become_values_where_a_type_says_function() {
    assert_simplified(
        "fn f(x: f64, k: f64) -> f64 {
            let fs: [Box<dyn Fn(f64) -> f64>; 2] = [Box::new(move |v| k * v), Box::new(f64::sin)];
            fs[0](x)
        }",
        "fn f(x: f64, k: f64) -> f64 {
            let fs: [::pullback::__private::AnyFunction<(::pullback::__private::ValueOf<f64>,), f64>; 2] = [
                #[__by_rule]
                ::pullback::__private::AnyFunction::<(::pullback::__private::ValueOf<f64>,), f64>::of(move |v: f64| k * v),
                #[__by_rule]
                ::pullback::__private::AnyFunction::<(::pullback::__private::ValueOf<f64>,), f64>::of(f64::sin)
            ];
            fs[0].__call((x,))
        }",
    );
}

#[test]
fn types_that_are_not_written_are_those_of_the_functions() {
    assert_simplified(
        "fn f(x: f64) -> f64 {
            let fs = [square, cube];
            fs[1](x)
        }",
        "fn f(x: f64) -> f64 {
            let fs = [
                #[__by_rule]
                ::pullback::__private::FunctionPointer::<_, _>::of(square),
                #[__by_rule]
                ::pullback::__private::FunctionPointer::<_, _>::of(cube)
            ];
            fs[1].__call((x,))
        }",
    );
}

#[test]
fn a_closure_that_is_only_called_is_inlined() {
    assert_simplified(
        "fn f(x: f64, k: f64) -> f64 {
            let f: Box<dyn Fn(f64) -> f64> = Box::new(move |v| k * v);
            f(x)
        }",
        "fn f(x: f64, k: f64) -> f64 {
            { let v_2: f64 = x; k * v_2 }
        }",
    );
}

#[test]
fn what_returns_a_function_is_called_by_its_rule() {
    assert_simplified(
        "fn f(x: f64) -> f64 {
            let l = line(2.0, 1.0);
            l(x)
        }",
        "fn f(x: f64) -> f64 {
            let l = #[__by_rule] line(2.0, 1.0);
            l.__call((x,))
        }",
    );
}
