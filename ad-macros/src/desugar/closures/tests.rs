//! What closures become.

use crate::desugar::testing::{assert_refused, assert_simplified};
use crate::diagnostics::catalog;

#[test]
fn calls_become_blocks_with_names_of_their_own() {
    assert_simplified(
        "fn f(k: f64, y: f64) -> f64 { let g = |x: f64| k * x.sin(); g(1.0) + g(y) }",
        "fn f(k: f64, y: f64) -> f64 {
            ({ let x_2: f64 = 1.0; k * x_2.sin() }) + { let x_3: f64 = y; k * x_3.sin() }
        }",
    );
}

#[test]
fn locals_of_the_body_are_renamed_too() {
    assert_simplified(
        "fn f(a: f64) -> f64 { let g = |(x, y)| { let z = x * y; z + x }; g((a, 2.0)) + g((1.0, a)) }",
        "fn f(a: f64) -> f64 {
            ({ let (x_2, y_2) = (a, 2.0); let z_2 = x_2 * y_2; z_2 + x_2 })
                + { let (x_3, y_3) = (1.0, a); let z_3 = x_3 * y_3; z_3 + x_3 }
        }",
    );
}

#[test]
fn a_stated_result_keeps_its_type() {
    assert_simplified(
        "fn f(a: f64) -> f64 { let g = |x: f64| -> f64 { x + 1.0 }; g(a) }",
        "fn f(a: f64) -> f64 {
            { let x_2: f64 = a; let result: f64 = { x_2 + 1.0 }; result }
        }",
    );
}

#[test]
fn index_arithmetic_is_put_in_place() {
    assert_simplified(
        "fn f(a: &[f64], n: usize, i: usize, j: usize) -> f64 {
            let at = |r: usize, c: usize| r * n + c;
            a[at(i, j + 1)] * a[at(0, j)]
        }",
        "fn f(a: &[f64], n: usize, i: usize, j: usize) -> f64 {
            a[(i * n + (j + 1))] * a[(0usize * n + j)]
        }",
    );
}

#[test]
fn arguments_that_may_change_or_branch_are_bound() {
    assert_simplified(
        "fn f(mut i: usize, j: usize) -> usize { let g = |k: usize| k + k; let h = |k: usize| if k > 0 { k } else { 1 }; i += 1; g(i) + h(j) }",
        "fn f(mut i: usize, j: usize) -> usize {
            i += 1;
            ({ let k_3: usize = i; k_3 + k_3 }) + { let k_2_2: usize = j; if k_2_2 > 0 { k_2_2 } else { 1 } }
        }",
    );
}

#[test]
fn an_early_return_becomes_a_branch() {
    assert_simplified(
        "fn f(a: f64) -> f64 { let g = |x: f64| { if x < 0.0 { return 0.0; } let y = x * x; y.sqrt() }; g(a) }",
        "fn f(a: f64) -> f64 {
            { let x_2: f64 = a; { if x_2 < 0.0 { 0.0 } else { let y_2 = x_2 * x_2; y_2.sqrt() } } }
        }",
    );
}

#[test]
fn a_return_from_a_loop_leaves_a_loop_of_one_round() {
    assert_simplified(
        "fn f(a: &[f64]) -> f64 {
            let first = |t: f64| { for v in a { if *v > t { return *v; } } t };
            first(1.0)
        }",
        "fn f(a: &[f64]) -> f64 {
            {
                let t_2: f64 = 1.0;
                '__exit1: loop {
                    for v_2 in a { if *v_2 > t_2 { break '__exit1 *v_2; } }
                    break '__exit1 t_2;
                }
            }
        }",
    );
}

#[test]
fn closures_call_closures() {
    assert_simplified(
        "fn f(a: f64) -> f64 { let g = |x: f64| x * a; let h = |y: f64| g(y) + 1.0; h(a) }",
        "fn f(a: f64) -> f64 {
            { let y_2: f64 = a; ({ let x_2_2: f64 = y_2; x_2_2 * a }) + 1.0 }
        }",
    );
}

#[test]
fn closures_hold_closures() {
    assert_simplified(
        "fn f(a: f64) -> f64 { let g = |x: f64| { let h = |y: f64| x * y; h(a) }; g(1.0) }",
        "fn f(a: f64) -> f64 { { let x_2: f64 = 1.0; { let y_2_2: f64 = a; x_2 * y_2_2 } } }",
    );
}

#[test]
fn closures_take_closures() {
    assert_simplified(
        "fn f(a: f64) -> f64 { let twice = |g: &dyn Fn(f64) -> f64, x: f64| g(g(x)); twice(&|t| t * a, 2.0) }",
        "fn f(a: f64) -> f64 {
            {
                let x_2: f64 = 2.0;
                { let t_3: f64 = { let t_2: f64 = x_2; t_2 * a }; t_3 * a }
            }
        }",
    );
}

#[test]
fn accumulators_are_named() {
    assert_simplified(
        "fn f(a: f64) -> f64 { let mut total = 0.0; let mut add = |x: f64| total += x; add(a); add(1.0); total }",
        "fn f(a: f64) -> f64 {
            let mut total = 0.0;
            { let x_2: f64 = a; total += x_2 };
            { let x_3: f64 = 1.0; total += x_3 };
            total
        }",
    );
}

#[test]
fn moved_captures_are_copied_where_they_change() {
    assert_simplified(
        "fn f(a: f64) -> f64 { let mut c = a; let g = move |x: f64| c * x; c += 1.0; g(2.0) + c }",
        "fn f(a: f64) -> f64 {
            let mut c = a;
            let c_2 = c;
            c += 1.0;
            ({ let x_2_2: f64 = 2.0; c_2 * x_2_2 }) + c
        }",
    );
    assert_simplified(
        "fn f(a: f64) -> f64 { let mut c = a; let mut next = move || { c += 1.0; c }; next() * next() + c }",
        "fn f(a: f64) -> f64 {
            let mut c = a;
            let mut c_2 = c;
            ({ c_2 += 1.0; c_2 }) * { c_2 += 1.0; c_2 } + c
        }",
    );
}

#[test]
fn aliases_and_boxes_are_seen_through() {
    assert_simplified(
        "fn f(a: f64) -> f64 { let g = |x: f64| x.cos(); let h = &g; let k: Box<dyn Fn(f64) -> f64> = Box::new(|y| y.sin()); h(a) + (*k)(a) }",
        "fn f(a: f64) -> f64 { ({ let x_2: f64 = a; x_2.cos() }) + { let y_2: f64 = a; y_2.sin() } }",
    );
    assert_simplified(
        "fn f(a: f64) -> f64 { let g = f64::sin; let h: fn(f64) -> f64 = helper; g(h(a)) }",
        "fn f(a: f64) -> f64 { f64::sin(helper(a)) }",
    );
}

#[test]
fn immediate_calls() {
    assert_simplified(
        "fn f(a: f64) -> f64 { (|x: f64| x * x)(a) + (|| a)() }",
        "fn f(a: f64) -> f64 { ({ let x: f64 = a; x * x }) + (a) }",
    );
}

#[test]
fn adaptors_see_the_closure() {
    assert_simplified(
        "fn f(v: &[f64]) -> f64 { let g = |x: &f64| x * x; v.iter().map(g).sum::<f64>() + v.iter().map(&g).sum::<f64>() }",
        "fn f(v: &[f64]) -> f64 { v.iter().map(|x_2: &f64| x_2 * x_2).sum::<f64>() + v.iter().map(|x_3: &f64| x_3 * x_3).sum::<f64>() }",
    );
}

#[test]
fn a_choice_among_closures_is_a_number() {
    assert_simplified(
        "fn f(a: f64, soft: bool) -> f64 {
            let g: fn(f64) -> f64 = if soft { |x| x.tanh() } else { f64::abs };
            g(a)
        }",
        "fn f(a: f64, soft: bool) -> f64 {
            let g_2 = if soft { 0usize } else { 1usize };
            {
                let argument = a;
                match g_2 { 0usize => { let x_2: f64 = argument; x_2.tanh() }, _ => f64::abs(argument), }
            }
        }",
    );
}

#[test]
fn definitions_are_taken_apart() {
    assert_simplified(
        "fn f(a: f64) -> f64 { let g = { let k = a * a; move |x: f64| k * x }; let (h, l) = (|x: f64| x + a, 3.0); g(1.0) + h(l) }",
        "fn f(a: f64) -> f64 {
            let k = a * a;
            let l = 3.0;
            ({ let x_3: f64 = 1.0; k * x_3 }) + { let x_2_2: f64 = l; x_2_2 + a }
        }",
    );
}

#[test]
fn fields_of_the_same_name_are_no_mentions() {
    assert_simplified(
        "fn f(p: P, y: f64) -> f64 { let mut c = y; let scale = move |x: f64| x * p.scale + p.c; c += 1.0; scale(c) }",
        "fn f(p: P, y: f64) -> f64 { let mut c = y; c += 1.0; { let x_2: f64 = c; x_2 * p.scale + p.c } }",
    );
}

#[test]
fn closures_that_make_closures() {
    assert_simplified(
        "fn f(x: f64) -> f64 { let times = |a: f64| move |y: f64| a * y; let twice = times(2.0); twice(x) + times(x)(3.0) }",
        "fn f(x: f64) -> f64 {
            let a_2: f64 = 2.0;
            ({ let y_2_2: f64 = x; a_2 * y_2_2 }) + { let a_3: f64 = x; { let y_3: f64 = 3.0; a_3 * y_3 } }
        }",
    );
}

#[test]
fn macros_are_searched_for_calls() {
    assert_simplified(
        "fn f(a: f64) -> f64 { let ok = |x: f64| x > a; assert!(ok(2.0), \"{a}\"); 1.0 }",
        "fn f(a: f64) -> f64 { assert!({ let x_2: f64 = 2.0; x_2 > a }, \"{a}\"); 1.0 }",
    );
}

#[test]
fn what_is_passed_on_is_the_closure_itself() {
    assert_simplified(
        "fn f(a: f64) -> f64 { let g = |x: f64| x * a; integrate(g, 0.0, a) }",
        "fn f(a: f64) -> f64 { integrate(|x_2: f64| x_2 * a, 0.0, a) }",
    );
    assert_simplified(
        "fn f(a: f64, b: bool) -> f64 { let g: fn(f64) -> f64 = if b { sin } else { cos }; integrate(g, 0.0, a) }",
        "fn f(a: f64, b: bool) -> f64 {
            let g_2 = if b { 0usize } else { 1usize };
            integrate(|operand| { let argument = operand; match g_2 { 0usize => sin(argument), _ => cos(argument), } }, 0.0, a)
        }",
    );
    let unchanged = "fn f(a: f64) -> f64 { integrate(|x| x * a, 0.0, 1.0) }";
    assert_simplified(unchanged, unchanged);
}

#[test]
fn state_that_would_be_copied_is_refused() {
    assert_refused(
        "fn f(a: f64) -> f64 { let mut c = a; let mut g = move || { c += 1.0; c }; drive(&mut g); g() }",
        catalog::CLOSURE_STATE,
    );
}

#[test]
fn copies_of_copies_are_bounded() {
    let mut levels = String::from("let f0 = |x: f64| x * a;");
    for level in 1..40 {
        let below = level - 1;
        levels += &format!("let f{level} = |x: f64| f{below}(f{below}(x));");
    }
    assert_refused(
        &format!("fn f(a: f64) -> f64 {{ {levels} f39(a) }}"),
        catalog::CLOSURES_GROW,
    );
}
