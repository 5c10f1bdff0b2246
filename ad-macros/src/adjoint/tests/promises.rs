//! What methods promise, and what is taken for granted of them.

use super::*;
use crate::adjoint::promises;
use crate::ir::Call;

/// How many calls the promise hangs on that a method only adds to its receiver, if it makes it.
fn only_adds(body: &str) -> Option<usize> {
    let f = lowered(&format!("fn f(this: &mut Total, v: f64) {{ {body} }}"));
    let (passes, count) = (Passes::default(), |calls: Vec<&Call>| calls.len());
    let a = Analyses::of(&f, &passes);
    let plan = plan(&a);
    promises::only_adds(&a, &plan, &sweep(&a, &plan, &passes)).map(count)
}

#[test]
fn methods_that_add_to_fields_promise_so_and_others_do_not() {
    assert_eq!(only_adds("this.sum += v * v;"), Some(1));
    assert_eq!(
        only_adds("this.sum -= v.sin(); this.of.square += v;"),
        Some(2)
    );
    assert_eq!(only_adds("this.inner.add(v * v);"), Some(1));
    // What is set, scaled, or taken from another field.
    assert_eq!(only_adds("this.sum = v;"), None);
    assert_eq!(only_adds("this.sum *= v;"), None);
    assert_eq!(only_adds("this.sum += v * this.scale;"), None);
    assert_eq!(only_adds("this.sum += v; this.last = v;"), None);
    // The method itself may be another one.
    assert_eq!(only_adds("this.add(v);"), None);
    // Which element it is, is not known where that is asked.
    assert_eq!(only_adds("this.bins[0] += v;"), None);
}

#[test]
fn methods_that_give_parts_promise_so() {
    let gives = |body: &str| {
        promises::gives_part(&lowered(&format!("fn f(this: &Total) -> f64 {{ {body} }}")))
    };
    assert!(gives("this.sum"));
    assert!(gives("this.inner.sum"));
    assert!(!gives("this.sum.sqrt()"));
    assert!(!gives("this.bins[0]"));
    assert!(!gives("if this.n == 0 { 0.0 } else { this.sum }"));
    assert!(!gives("println!(); this.sum"));
}

#[test]
fn loops_that_only_add_by_methods_are_taken_back_as_they_run() {
    let source = "fn f(x: &[f64]) -> f64 {
        let mut total = Total { sum: 0.0 };
        for &v in x { total.add(v.sin()); }
        total.value()
    }";
    let is_along = |source: &str, passes: &Passes| {
        let f = lowered(source);
        let along = fusion::Along::of(&f, passes);
        along.sweep(&f, passes).is_some()
    };
    let all = Passes::default();
    assert!(is_along(source, &all));
    assert!(!is_along(source, &without(&["promises"])));
    // It is looked at meanwhile.
    assert!(!is_along(
        &source.replace("v.sin()", "v * total.value()"),
        &all
    ));
    // What it holds is given to more than what gives a part of it.
    assert!(!is_along(
        &source.replace("total.value()", "total.value() * total.scale()"),
        &all
    ));
    assert!(!is_along(
        &source.replace("total.value()", "total.at(2)"),
        &all
    ));
    assert!(!is_along(
        &source.replace("total.value()", "total.value().sqrt()"),
        &all
    ));
}
