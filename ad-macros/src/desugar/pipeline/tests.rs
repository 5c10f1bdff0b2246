//! What pipelines become.

use crate::desugar::testing::{assert_refused, assert_simplified};
use crate::diagnostics::catalog;

#[test]
fn a_filter_is_a_condition_and_a_map_a_binding() {
    assert_simplified(
        "fn f(xs: &[f64]) -> f64 { xs.iter().filter(|x| **x > 0.0).map(|y| y * y).sum::<f64>() }",
        "fn f(xs: &[f64]) -> f64 { { let mut sum: f64 = 0.0; for item in xs.iter() { if { let x = &item; **x > 0.0 } { let y = item; sum += y * y; } } sum } }",
    );
}

#[test]
fn what_can_be_indexed_stays() {
    let same =
        "fn f(xs: &[f64], ys: &[f64]) -> f64 { xs.iter().zip(ys).map(|(x, y)| x * y).sum() }";
    assert_simplified(same, same);
    let same =
        "fn f(xs: &[f64]) -> f64 { let n = xs.iter().filter(|x| **x > 0.0).count(); n as f64 }";
    assert_simplified(same, same);
}

#[test]
fn other_values_with_such_methods_stay() {
    let same = "fn f(o: Option<f64>) -> Option<f64> { o.map(|x| x * x).filter(|y| *y > 0.0) }";
    assert_simplified(same, same);
    let same = "fn f(s: &[char]) -> Box<str> { let t: Box<str> = s.iter().map(|c| c.next()).collect(); t }";
    assert_simplified(same, same);
}

#[test]
fn a_text_is_written_item_by_item() {
    assert_simplified(
        "fn f(s: &[char]) -> String { let t: String = s.iter().collect(); t }",
        "fn f(s: &[char]) -> String { let mut items: ::std::string::String = ::std::string::String::new(); for item in s.iter() { ::core::iter::Extend::extend(&mut items, ::core::iter::once(item)); } let t: String = items; t }",
    );
}

#[test]
fn a_collection_is_pushed() {
    assert_simplified(
        "fn f(n: usize) -> Vec<f64> { (0..n).map(|i| g(i)).collect() }",
        "fn f(n: usize) -> Vec<f64 > { { let mut items:::std::vec::Vec<f64 > =::std::vec::Vec::new(); for i in(0 .. n) { let item: f64 = g(i); items.push(item); } items } }",
    );
}

#[test]
fn take_ends_the_loop_after_its_last_item() {
    assert_simplified(
        "fn f(xs: &[f64]) -> f64 { xs.iter().filter(|x| p(x)).take(3).product::<f64>() }",
        "fn f(xs: &[f64]) -> f64 { { let mut product: f64 = 1.0; let mut left = 3; if left > 0 { '__exit1: for item in xs.iter() { if { let x = &item; p(x) } { left -= 1; product *= item; if left == 0 { break '__exit1; } } } } product } }",
    );
}

#[test]
fn a_chain_is_two_loops_with_names_of_their_own() {
    assert_simplified(
        "fn f(xs: &[f64], ys: &[f64]) -> f64 { xs.iter().chain(ys).map(|x| x.sin()).sum::<f64>() }",
        "fn f(xs: &[f64], ys: &[f64]) -> f64 { { let mut sum: f64 = 0.0; for item in xs.iter() { let x = item; sum += x.sin(); } for item_2 in ys { let x_2 = item_2; sum += x_2.sin(); } sum } }",
    );
}

#[test]
fn the_option_of_an_adaptor_is_where_its_item_is_made() {
    assert_simplified(
        "fn f(xs: &[f64]) -> f64 { xs.iter().filter_map(|x| if p(x) { Some(x.ln()) } else { None }).sum::<f64>() }",
        "fn f(xs: &[f64]) -> f64 { { let mut sum: f64 = 0.0; for item in xs.iter() { let x = item; if p(x) { sum += x.ln(); } } sum } }",
    );
}

#[test]
fn a_choice_among_elements_is_a_position() {
    assert_simplified(
        "fn f(xs: &[f64]) -> f64 { let m = xs.iter().max_by(|a, b| a.total_cmp(b)).unwrap(); *m }",
        "fn f(xs: &[f64]) -> f64 { let mut best = 0usize; let mut found = false; for(item, item_2) in xs.iter().enumerate() { if !found ||({ let a = &&xs [best]; let b = &item_2; a.total_cmp(b) }) !=::core::cmp::Ordering::Greater { best = item; found = true; } } if !found { panic !(\"called `Option::unwrap()` on a `None` value\") } let m = &xs [best]; * m }",
    );
}

#[test]
fn short_arrays_are_literals_and_long_ones_loops() {
    assert_simplified(
        "fn f(x: f64) -> [f64; 2] { std::array::from_fn(|i| x * i as f64) }",
        "fn f(x: f64) -> [f64; 2] { [{ let i = 0usize; x * i as f64 }, { let i_2 = 1usize; x * i_2 as f64 }] }",
    );
    assert_simplified(
        "fn f<const N: usize>(x: [f64; N]) -> f64 { let y = x.map(f64::sin); y[0] }",
        "fn f<const N: usize >(x: [f64; N]) -> f64 { let mut array = [0.0; N]; for at in 0 .. N { array [at] = f64::sin(x [at]); } let y = array; y [0] }",
    );
}

#[test]
fn a_loop_over_a_pipeline_keeps_its_exits() {
    assert_simplified(
        "fn f(xs: &[f64]) { for x in xs.iter().filter(|x| p(x)) { if q(x) { continue; } g(x); } }",
        "fn f(xs: &[f64]) { { for item in xs.iter() { if { let x = &item; p(x) } { let x_2 = item; { if q(x_2) { } else { g(x_2); } }; } } } }",
    );
}

#[test]
fn state_of_a_closure_s_own_is_not_shared() {
    assert_refused(
        "fn f(xs: &[f64]) -> f64 { let mut k = 0.0; xs.iter().map(move |x| { k += 1.0; x * k }).sum::<f64>() + k }",
        catalog::CLOSURE_STATE,
    );
}

#[test]
fn an_iterator_of_the_users_own_is_asked_for_its_items() {
    assert_simplified(
        "fn f(x: f64) -> f64 { let it = Halving { x }; let mut s = 0.0; for v in it { s += v; } s }",
        "fn f(x: f64) -> f64 { let it = Halving { x: x }; let mut s = 0.0; { let mut it_2 = it; '__exit3: loop { match it_2.next() { ::core::option::Option::Some(v) => { s += v; } ::core::option::Option::None => { break '__exit3; } } } } s }",
    );
    // Whether that is a list by another name, its type says.
    assert_simplified(
        "fn f(rows: Rows) -> f64 { let v = Rows::new(); let n = v.len(); v.iter().sum::<f64>() }",
        "fn f(rows: Rows) -> f64 { let v = Rows::new(); let n = v.len(); v.__referred().iter().sum::<f64>() }",
    );
    let same =
        "fn f(rows: Rows) -> f64 { let v = given(); let n = v.len(); v.iter().sum::<f64>() }";
    assert_simplified(same, same);
}

#[test]
fn items_are_passed_to_functions_of_the_users() {
    assert_simplified(
        "fn f(xs: &[f64], k: f64) -> f64 { mean(xs.iter().map(|x| x * k)) }",
        "fn f(xs: &[f64], k: f64) -> f64 { mean(::pullback::__private::Items::of({ let mut items = ::std::vec::Vec::new(); for x in xs.iter() { items.push(x * k); } items })) }",
    );
    let same = "fn f(xs: &[f64]) -> f64 { mean(xs.iter()) + sum_of(0..3) }";
    assert_simplified(same, same);
    let endless = "fn f(k: f64) -> f64 { first((0..).map(|i| i as f64 * k)) }";
    assert_simplified(endless, endless);
}
