//! What the analyses find in the IR of small functions.

use super::plan::{Analyses, plan};
use super::saves::Save;
use super::{at_once, mixed, release, statics, texts};
use crate::diagnostics::Sink;
use crate::ir::{Function, Local, Ty, print};
use crate::passes::{Pass, Passes};
use crate::tests::lowered;

/// The user's names of some locals, in alphabetical order.
fn names(f: &Function, which: impl Fn(Local) -> bool) -> Vec<String> {
    let locals = (0..f.locals.len()).map(Local).filter(|l| which(*l));
    let names = locals.map(|l| print::shown(&f.info(l).name));
    let is_temporary = |name: &String| {
        let number = name.strip_prefix('t');
        number.is_some_and(|n| n.parse::<usize>().is_ok())
    };
    let mut names: Vec<String> = names.filter(|name| !is_temporary(name)).collect();
    names.sort();
    names.dedup();
    names
}

#[track_caller]
fn assert_names(source: &str, which: impl Fn(&Analyses, Local) -> bool, expected: &[&str]) {
    let f = lowered(source);
    let a = Analyses::of(&f, &Passes::default());
    assert_eq!(names(&f, |local| which(&a, local)), expected);
}

#[test]
fn active_is_what_depends_on_an_argument_and_reaches_a_result() {
    let source = "fn f(x: f64, #[constant] k: f64, out: &mut [f64]) -> f64 {
        let a = x * k;
        let b = k * k;
        let lost = x - 1.0;
        let stored = x + 1.0;
        out[0] = stored;
        a + b
    }";
    let active = |a: &Analyses, local| a.activity.is_active(local);
    assert_names(source, active, &["a", "out", "stored", "x"]);
}

#[test]
fn what_reaches_a_result_in_a_later_iteration_is_active() {
    let source = "fn f(x: &[f64]) -> f64 {
        let (mut last, mut sum) = (0.0, 0.0);
        for i in 0..x.len() { sum += last; last = x[i]; }
        sum
    }";
    let active = |a: &Analyses, local| a.activity.is_active(local);
    assert_names(source, active, &["last", "sum", "x"]);
}

#[test]
fn views_lead_to_what_they_are_views_of() {
    let source = "fn f(m: &mut [Vec<f64>], i: usize) {
        let row = &mut m[i];
        let part = &mut row[1..];
        part[0] *= 2.0;
    }";
    let f = lowered(source);
    let a = Analyses::of(&f, &Passes::default());
    let m = f.params[0].local;
    let leads = |local: Local| local != m && a.flow.storage(local) == m;
    assert_eq!(names(&f, leads), ["part", "row"]);
    assert!(a.mutation.writes.iter().all(|write| write.storage == m));
}

#[test]
fn overwriting_a_cell_keeps_the_length_and_pushing_does_not() {
    let resizes = |body: &str| -> Vec<bool> {
        let f = lowered(&format!("fn f(v: &mut Vec<f64>, x: f64) {{ {body} }}"));
        let a = Analyses::of(&f, &Passes::default());
        a.mutation.writes.iter().map(|w| w.resizes).collect()
    };
    assert_eq!(resizes("v[0] = x;"), [false]);
    assert_eq!(resizes("v.push(x);"), [true]);
}

#[test]
fn counters_change_by_steps_that_are_there() {
    let source = "fn f(x: &[f64], n: usize) -> f64 {
        let (mut next, mut other, mut sum) = (0, 0, 0.0);
        for i in 0..n {
            for _ in 0..i { sum += x[next] * x[other]; next += 1; }
            other = next / 2;
        }
        sum
    }";
    let f = lowered(source);
    let a = Analyses::of(&f, &Passes::default());
    assert_eq!(names(&f, |l| a.steps.counters.contains(&l)), ["next"]);
    let back: Vec<&str> = a.steps.back.values().map(|back| back.operator).collect();
    assert_eq!(back, ["-"]);
    let without = Analyses::of(&f, &Passes::default().but(Pass::Steps));
    assert!(without.steps.counters.is_empty());
}

#[test]
fn calls_of_the_function_itself_are_at_once_where_arguments_are_scalars() {
    let found = |source: &str| {
        let f = lowered(source);
        let a = Analyses::of(&f, &Passes::default());
        at_once::calls(&f, &a.flow, &a.activity).len()
    };
    let power = "fn power(x: f64, n: u32) -> f64 {
        if n == 0 { 1.0 } else { x * power(x, n - 1) }
    }";
    assert_eq!(found(power), 1);
    let total = "fn total(x: &[f64], n: usize) -> f64 {
        if n == 0 { 0.0 } else { x[n - 1] + total(x, n - 1) }
    }";
    assert_eq!(found(total), 0);
    let other = "fn other(x: f64, n: u32) -> f64 { x * power(x, n) }";
    assert_eq!(found(other), 0);
}

#[test]
fn references_are_let_go_before_what_they_borrow_changes() {
    let released = |source: &str| -> Vec<String> {
        let f = lowered(source);
        let a = Analyses::of(&f, &Passes::default());
        let released = release::released(&f, &a.flow, &a.mutation);
        names(&f, |local| released.contains_key(&local))
    };
    let changed = "fn f(v: &mut Vec<f64>) -> f64 {
        let first = v.first().unwrap_or(&0.0);
        let held = pick(v);
        let a = *held;
        v[0] = 2.0 * a;
        v[0]
    }";
    assert_eq!(released(changed), ["held"]);
    let unchanged = "fn f(v: &[f64]) -> f64 { let held = pick(v); *held }";
    assert!(released(unchanged).is_empty());
}

#[test]
fn what_is_overwritten_is_saved_where_the_reverse_sweep_reads_it() {
    let saves = |body: &str| -> Vec<Save> {
        let f = lowered(&format!("fn f(v: &mut [f64], x: &[f64]) {{ {body} }}"));
        let a = Analyses::of(&f, &Passes::default());
        plan(&a).saves.into_values().collect()
    };
    let squared = "for i in 0..x.len() { let old = v[i]; v[i] = old * old; }";
    assert_eq!(saves(squared), [Save::Always]);
    let scaled = "for i in 0..x.len() { v[i] *= 2.0; }";
    let scaled = saves(scaled);
    assert!(
        matches!(scaled[..], [] | [Save::IfKept | Save::IfKeptHere]),
        "{scaled:?}"
    );
}

/// Whether a check refuses a function.
fn refuses(check: impl Fn(&Analyses, &Sink), source: &str) -> bool {
    let f = lowered(source);
    let sink = Sink::new();
    check(&Analyses::of(&f, &Passes::default()), &sink);
    !sink.into_errors().is_empty()
}

#[test]
fn elements_that_a_loop_has_left_behind_are_as_they_stay() {
    let pairs = |body: &str| {
        let f = lowered(&format!(
            "fn f(x: &[f64], n: usize) -> f64 {{ {body} y[0] }}"
        ));
        Analyses::of(&f, &Passes::default()).flow.passed.len()
    };
    let filter = "let mut y = x.to_vec(); for i in 2..n { y[i] = y[i - 1] * y[i - 2]; }";
    assert_eq!(pairs(filter), 2);
    assert_eq!(pairs(&filter.replace("2..n", "(2..n).rev()")), 0);
    assert_eq!(pairs(&filter.replace("y[i - 2]", "y[i + 1]")), 1);
    // It is overwritten behind the load.
    assert_eq!(pairs(&filter.replace("y[i - 2]", "y[i]")), 1);
    // The next round comes to it again.
    let rounds = filter.replace("for i", "for _ in 0..n { for i");
    assert_eq!(pairs(&format!("{rounds} }}")), 0);
    assert_eq!(pairs(&filter.replace("y[i - 1]", "y[n - i]")), 1);
    let table = "let mut y = vec![vec![0.0; n]; n]; for i in 1..n { for j in 1..n { y[i][j] = y[i - 1][j + 1] * y[i][j - 1]; } }";
    let pairs = |body: &str| {
        let f = lowered(&format!("fn f(n: usize) -> f64 {{ {body} y[0][0] }}"));
        Analyses::of(&f, &Passes::default()).flow.passed.len()
    };
    assert_eq!(pairs(table), 2);
    assert_eq!(pairs(&table.replace("y[i][j - 1]", "y[i][j + 1]")), 1);
    assert_eq!(
        pairs(&table.replace("y[i - 1][j + 1]", "y[j - 1][i + 1]")),
        1
    );
}

#[test]
fn what_one_function_stores_another_must_not_give_back() {
    let refused = |body: &str| {
        let source = format!("fn f(x: f64) -> f64 {{ let t = 2.0 * x; {body} }}");
        refuses(statics::check, &source)
    };
    assert!(refused("set_gain(t); let c = gain(); c * x"));
    assert!(!refused("set_gain(1.5); let c = gain(); c * x"));
    assert!(!refused("let c = gain(); set_gain(t); c * x"));
    assert!(!refused("log(t); let c = table(); c * x"));
}

#[test]
fn no_number_is_read_out_of_a_text_of_a_varied_one() {
    let refused = |body: &str| {
        let source = format!("fn f(x: f64, k: usize) -> f64 {{ {body} }}");
        refuses(texts::check, &source)
    };
    assert!(refused(
        "let line = format!(\"{x}\"); let y: f64 = line.parse().unwrap(); y * x"
    ));
    assert!(!refused(
        "let line = format!(\"{k}\"); let y: f64 = line.parse().unwrap(); y * x"
    ));
    assert!(!refused(
        "let line = format!(\"{x}\"); x * line.len() as f64"
    ));
}

#[test]
fn no_number_is_read_out_of_an_error_made_of_a_varied_one() {
    let refused = |body: &str| {
        let source = format!("fn f(x: f64, k: usize) -> f64 {{ {body} }}");
        refuses(texts::check, &source)
    };
    let read = "match r { Ok(()) => x, Err(e) => 2.0 * e }";
    assert!(refused(&format!(
        "let r = if x > 0.0 {{ Ok(()) }} else {{ Err(x) }}; {read}"
    )));
    assert!(refused(&format!(
        "let r = loop {{ if x > 0.0 {{ break Ok(()); }} break Err(x); }}; {read}"
    )));
    assert!(refused(
        "let r = if x > 0.0 { Ok(k) } else { Err(x) }; match r { Ok(_) => 1.0, Err(e) => e }"
    ));
    assert!(!refused(&format!(
        "let r = if x > 0.0 {{ Ok(()) }} else {{ Err(k as f64) }}; {read}"
    )));
    assert!(!refused(
        "let r = if x > 0.0 { Ok(()) } else { Err(x) }; match r { Ok(()) => x, Err(_) => 2.0 * x }"
    ));
}

#[test]
fn what_is_read_from_a_list_before_its_first_push_has_the_type_that_is_pushed() {
    let source = "fn f(x: &[f64], side: Side) -> f64 {
        let mut trades = Vec::new();
        let mut sum = 0.0;
        for i in 0..x.len() {
            if i > 0 {
                let before = trades[i - 1];
                sum += before.1;
            }
            trades.push((side, x[i]));
        }
        sum
    }";
    let f = lowered(source);
    let types = mixed::types(&f);
    assert_eq!(names(&f, |l| f.ty(l).is_mixed()), ["trades"]);
    assert_eq!(names(&f, |l| types.contains_key(&l)), ["before", "trades"]);
    assert!(types.values().all(Ty::is_mixed));
}
