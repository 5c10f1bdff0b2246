//! What patterns outside of `match`, labelled blocks and conditions become.

use super::testing::{assert_refused, assert_simplified};
use crate::diagnostics::catalog;

#[test]
fn if_let_is_a_match() {
    assert_simplified(
        "fn f(o: Option<f64>) -> f64 { if let Some(x) = o { x * x } else { 0.0 } }",
        "fn f(o: Option<f64>) -> f64 { match o { Some(x) => { x * x }, _ => { 0.0 }, } }",
    );
    assert_simplified(
        "fn f(o: Option<f64>) { if let Some(x) = o { g(x); } }",
        "fn f(o: Option<f64>) { match o { Some(x) => { g(x); }, _ => {}, } }",
    );
    assert_simplified(
        "fn f(o: E) -> f64 { if let A(x) | B(x) = o { x } else if let C { y, .. } = o { y } else { 0.0 } }",
        "fn f(o: E) -> f64 { match o { A(x) => { x }, B(x_2) => { x_2 }, _ => match o { C { y: y, .. } => { y }, _ => { 0.0 }, }, } }",
    );
}

#[test]
fn conditions_after_a_pattern_are_its_guard() {
    assert_simplified(
        "fn f(o: Option<f64>, a: bool) -> f64 { if let Some(x) = o && x > 0.0 && a { x } else { long(call(1, 2, 3), 4, 5) } }",
        "fn f(o: Option<f64>, a: bool) -> f64 { match o { Some(x) if x > 0.0 && a => { x }, _ => { long(call(1, 2, 3), 4, 5) }, } }",
    );
}

#[test]
fn a_short_else_is_repeated() {
    assert_simplified(
        "fn f(o: Option<f64>, a: bool) -> f64 { if a && let Some(x) = o { x } else { 0.0 } }",
        "fn f(o: Option<f64>, a: bool) -> f64 { if a { match o { Some(x) => { x }, _ => { 0.0 }, } } else { 0.0 } }",
    );
    assert_simplified(
        "fn f(o: Option<f64>, p: Option<f64>) { if let Some(x) = o && let Some(y) = p { g(x, y); } }",
        "fn f(o: Option<f64>, p: Option<f64>) {
            match o { Some(x) => match p { Some(y) => { g(x, y); }, _ => {}, }, _ => {}, }
        }",
    );
}

#[test]
fn a_long_else_is_written_once() {
    assert_simplified(
        "fn f(o: Option<f64>, a: bool) -> f64 { if a && let Some(x) = o { x } else { long(call(1, 2, 3), 4, 5) } }",
        "fn f(o: Option<f64>, a: bool) -> f64 {
            '__exit1: loop {
                if a { match o { Some(x) => { break '__exit1 x; }, _ => {}, } }
                break '__exit1 long(call(1, 2, 3), 4, 5);
            }
        }",
    );
}

#[test]
fn exits_in_an_else_written_once_belong_to_the_loop_around() {
    assert_simplified(
        "fn f(o: &[Option<f64>], a: bool) { for p in o { if a && let Some(x) = p { g(x); break; } else { h(call(1, 2, 3), 4, 5); continue; } } }",
        "fn f(o: &[Option<f64>], a: bool) {
            '__exit2: for p in o {
                '__exit1: loop {
                    if a { match p { Some(x) => { g(x); break '__exit2; break '__exit1; }, _ => {}, } }
                    h(call(1, 2, 3), 4, 5);
                    continue '__exit2;
                }
            }
        }",
    );
}

#[test]
fn while_let_is_a_loop() {
    assert_simplified(
        "fn f(mut v: Vec<f64>) { 'a: while let Some(x) = v.pop() { if x > 0.0 { continue; } break 'a; } }",
        "fn f(mut v: Vec<f64>) { 'a: loop { match v.pop() { Some(x) => { if x > 0.0 { continue; } break 'a; }, _ => { break; }, } } }",
    );
    assert_simplified(
        "fn f(mut v: Vec<f64>, mut n: usize) { while n > 0 && let Some(x) = v.pop() { n -= 1; } }",
        "fn f(mut v: Vec<f64>, mut n: usize) { loop { if n > 0 { match v.pop() { Some(x) => { n -= 1; }, _ => { break; }, } } else { break; } } }",
    );
}

#[test]
fn let_else_holds_what_follows() {
    assert_simplified(
        "fn f(o: Option<f64>) -> f64 { let Some(x) = o else { return 0.0; }; let y = x * x; y }",
        "fn f(o: Option<f64>) -> f64 { match o { Some(x) => { let y = x * x; y }, _ => { return 0.0; }, } }",
    );
    assert_simplified(
        "fn f(v: &[f64]) { for i in 0..3 { let [a, ..]: &[f64] = &v[i..] else { continue }; g(a); } }",
        "fn f(v: &[f64]) { for i in 0..3 { let value: &[f64] = &v[i..]; match value { [a, ..] => { g(a); }, _ => { continue }, } } }",
    );
}

#[test]
fn questions_by_the_return_type() {
    assert_simplified(
        "fn f(o: Option<f64>) -> Option<f64> { let x = o?; let (y, z): (f64, f64) = g(x)?; Some(x * y + h(z)?) }",
        "fn f(o: Option<f64>) -> Option<f64> {
            match o {
                ::core::option::Option::Some(x) => {
                    match g(x) {
                        ::core::option::Option::Some(value) => {
                            let (y, z): (f64, f64) = value;
                            Some(x * y + match h(z) {
                                ::core::option::Option::Some(value_2) => value_2,
                                ::core::option::Option::None => return ::core::option::Option::None,
                            })
                        },
                        ::core::option::Option::None => return ::core::option::Option::None,
                    }
                },
                ::core::option::Option::None => return ::core::option::Option::None,
            }
        }",
    );
    assert_simplified(
        "fn f(o: Result<f64, E>) -> io::Result<f64> { Ok(o?) }",
        "fn f(o: Result<f64, E>) -> io::Result<f64> {
            Ok(match o {
                ::core::result::Result::Ok(value) => value,
                ::core::result::Result::Err(error) => return ::core::result::Result::Err(::core::convert::From::from(error)),
            })
        }",
    );
}

#[test]
fn a_closures_question_leaves_the_closure() {
    assert_simplified(
        "fn f(o: Option<f64>) -> f64 { let g = |p: Option<f64>| -> Option<f64> { let x = p?; Some(x * x) }; g(o).unwrap_or(0.0) }",
        "fn f(o: Option<f64>) -> f64 {
            {
                let p_2: Option<f64> = o;
                let result: Option<f64> = {
                    match p_2 {
                        ::core::option::Option::Some(x_2) => { Some(x_2 * x_2) },
                        ::core::option::Option::None => { ::core::option::Option::None },
                    }
                };
                result
            }.unwrap_or(0.0)
        }",
    );
    assert_refused(
        "fn f(o: Option<f64>) -> Option<f64> { o.map(|x| g(x)? * x) }",
        catalog::QUESTION,
    );
}

#[test]
fn labelled_blocks_become_branches() {
    assert_simplified(
        "fn f(x: f64) -> f64 { 'a: { let y = match k(x) { 0 => break 'a x, 1 => 2.0, _ => return 0.0 }; if y > x { g(y); break 'a y; } else if y < 0.0 { break 'a 1.0; } y * x } }",
        "fn f(x: f64) -> f64 {
            {
                match k(x) {
                    0 => { x },
                    1 => { let y = 2.0; if y > x { g(y); y } else if y < 0.0 { 1.0 } else { y * x } },
                    _ => { return 0.0 }
                }
            }
        }",
    );
}

#[test]
fn labelled_blocks_left_from_loops_become_loops() {
    assert_simplified(
        "fn f(v: &[f64]) { for x in v { 'a: { for k in 0..3 { if x > k { break 'a; } } g(x); } h(x); } }",
        "fn f(v: &[f64]) { for x in v { '__unused: loop { for k in 0..3 { if x > k { break '__unused; } } g(x); break '__unused; } h(x); } }"
            .replace("'__unused", "'a")
            .as_str(),
    );
}

#[test]
fn what_a_condition_does_is_a_statement() {
    assert_simplified(
        "fn f(x: f64) -> f64 { let mut n = 0.0; let mut s = 1.0; let mut next = || { n += 1.0; n }; while next() < x && s < 9.0 { s *= 2.0; } s }",
        "fn f(x: f64) -> f64 {
            let mut n = 0.0;
            let mut s = 1.0;
            loop {
                if if { let left = { n += 1.0; n }; let right = x; left < right } { s < 9.0 } else { false } { s *= 2.0; } else { break; }
            }
            s
        }",
    );
}

#[test]
fn guards_that_bind_names_are_conditions_in_their_arms() {
    assert_simplified(
        "fn f(p: (f64, f64)) -> f64 {
            match p { (a, _) if a > 1.0 => a, (a, _) if a > 0.0 && let Some(k) = g(a) => k, (a, b) => a + b }
        }",
        "fn f(p: (f64, f64)) -> f64 {
            '__exit1: loop {
                match p {
                    (a, _) if a > 1.0 => { break '__exit1 a },
                    (a_2, _) => { if a_2 > 0.0 { match g(a_2) { Some(k) => { break '__exit1 k }, _ => { }, } } },
                    _ => { }
                }
                break '__exit1 match p { (a_3, b) => a_3 + b };
            }
        }",
    );
    assert_simplified(
        "fn f(x: f64) -> f64 { match h(x) { Some(a) => a, other if let Err(e) = g(other) => e, None => x } }",
        "fn f(x: f64) -> f64 {
            '__exit1: loop {
                let matched = h(x);
                match matched {
                    Some(a) => { break '__exit1 a },
                    other => { match g(other) { Err(e) => { break '__exit1 e }, _ => { }, } },
                    _ => { }
                }
                break '__exit1 match matched { Some(a_2) => ::core::unreachable!(), None => x };
            }
        }",
    );
}

#[test]
fn positions_that_change_something_are_computed_once() {
    assert_simplified(
        "fn f(v: &[Vec<f64>], x: f64) -> f64 { let mut rng = new(); x + g(v[rng.below(3)].mean()) }",
        "fn f(v: &[Vec<f64>], x: f64) -> f64 { let mut rng = new(); x + g({ let at = rng.below(3); v[at].mean() }) }",
    );
    assert_simplified(
        "fn f(v: &[f64]) -> f64 { let mut k = 0; let r = &v[k.min(2)]; let s = &v[next(&mut k)]; r * s }",
        "fn f(v: &[f64]) -> f64 { let mut k = 0; let r = &v[k.min(2)]; let at = next(&mut k); let s = &v[at]; r * s }",
    );
    assert_simplified(
        "fn f(q: &mut Queue) { let mut k = 0; 'a: while q[next(&mut k)].is_full() { if k > 3 { continue; } } }",
        "fn f(q: &mut Queue) { let mut k = 0; 'a: loop { let at = next(&mut k); if q[at].is_full() { if k > 3 { continue; } } else { break; } } }",
    );
}

#[test]
fn defaults_that_change_something_are_computed_anyway() {
    assert_simplified(
        "fn f(o: Option<f64>) -> f64 { let mut rng = new(); o.unwrap_or(rng.unit()) }",
        "fn f(o: Option<f64>) -> f64 { let mut rng = new(); { let default = rng.unit(); o.unwrap_or(default) } }",
    );
    assert_simplified(
        "fn f() -> f64 { let mut s = new(); s.first().or(s.next()) }",
        "fn f() -> f64 {
            let mut s = new();
            { let option = s.first(); let default = s.next(); option.or(default) }
        }",
    );
}

#[test]
fn slices_that_change_are_split_by_their_length() {
    assert_simplified(
        "fn f(v: &mut [f64]) { match v { [a, rest @ .., z] => { g(a, rest, z); }, [one] => { h(one); }, _ => {} } }",
        "fn f(v: &mut [f64]) {
            if v.len() >= 2usize {
                let (part, others) = v.split_at_mut(1);
                let a = &mut part[0];
                let (others_2, part_2) = others.split_at_mut(others.len() - 1);
                let z = &mut part_2[0];
                let rest = &mut others_2[..];
                { g(a, rest, z); }
            } else {
                if v.len() == 1usize {
                    let (part_3, others_3) = v.split_at_mut(1);
                    let one = &mut part_3[0];
                    { h(one); }
                } else { }
            }
        }",
    );
    // What a guard or a constant decides stays a pattern.
    assert_simplified(
        "fn f(v: &mut [f64]) { match v { [a, rest @ ..] if c => { g(a, rest); }, _ => {} } }",
        "fn f(v: &mut [f64]) { match v { [a, rest @ ..] if c => { g(a, rest); }, _ => {} } }",
    );
}

#[test]
fn windows_that_are_arrays_are_looked_at_by_position() {
    assert_simplified(
        "fn f(xs: &[f64]) { for (i, [a, _, c]) in xs.array_windows().enumerate() { g(i, a, c); } }",
        "fn f(xs: &[f64]) { for (i, window) in xs.windows(3usize).enumerate() { let a = &window[0usize]; let c = &window[2usize]; g(i, a, c); } }",
    );
    assert_simplified(
        "fn f(xs: &[f64]) { xs.array_windows::<4>().for_each(|&[a, rest @ .., d]| g(a, rest, d)); }",
        "fn f(xs: &[f64]) { { for window in xs.windows(4) { let a = window[0usize]; let rest = &window[1usize..window.len() - 1usize]; let d = window[window.len() - 1usize]; g(a, rest, d); } }; }",
    );
    let unsaid = "fn f(xs: &[f64]) { for w in xs.array_windows() { g(w); } }";
    assert_simplified(unsaid, unsaid);
}

#[test]
fn arrays_at_ends_are_as_long_as_what_is_bound() {
    assert_simplified(
        "fn f(xs: &[f64]) -> f64 { let last: &[f64; 2] = xs.last_chunk().unwrap(); g(last) }",
        "fn f(xs: &[f64]) -> f64 { let last: &[f64; 2] = xs.last_chunk::<2>().unwrap(); g(last) }",
    );
    assert_simplified(
        "fn f(xs: &[f64]) { match xs.split_first_chunk() { Some(([a, b], rest)) => { g(a, b, rest); } None => {} } }",
        "fn f(xs: &[f64]) { match xs.split_first_chunk::<2usize>() { Some(([a, b], rest)) => { g(a, b, rest); } None => {} } }",
    );
}
