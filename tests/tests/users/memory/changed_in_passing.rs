//! Whole numbers that change inside of expressions, between two readings of the same element.

use crate::check;
use pullback::differentiable;

fn next(n: &mut usize) -> usize {
    *n += 1;
    *n
}
struct Counter<'a> {
    n: &'a mut usize,
}
impl Counter<'_> {
    fn go(&mut self) -> bool {
        *self.n += 1;
        *self.n > 1
    }
}
#[differentiable]
fn by_a_function(x: &[f64]) -> f64 {
    let mut n = 0;
    let a = x[n];
    let t = next(&mut n) as f64;
    let b = x[n];
    a * t + b * b
}
#[differentiable]
fn in_macros(x: &[f64]) -> f64 {
    let mut n = 0;
    let a = x[n] * x[n];
    assert!({
        n += 1;
        n > 0
    });
    let b = x[n];
    println!("{}", {
        n -= 1;
        n
    });
    a + b * x[n]
}
#[differentiable]
fn in_lists(x: &[f64]) -> f64 {
    let mut v = vec![3usize, 2, 1, 0];
    let a = x[v[0]];
    assert!(v.pop() == Some(0));
    v.reverse();
    let ok = {
        v[1] += 1;
        v.len() > 2
    };
    let b = x[v[0]] * x[v[1]];
    assert!(ok);
    a * b + x[v[1]]
}
#[differentiable]
fn behind_a_struct(x: &[f64]) -> f64 {
    let mut n = 0;
    let a = x[n];
    let mut r = Counter { n: &mut n };
    let ok = r.go();
    let c = if ok { 1.0 } else { 2.0 };
    let b = x[n];
    a * b * c
}
#[differentiable]
fn behind_an_argument(x: &[f64], n: &mut usize) -> f64 {
    let a = x[*n];
    let k = next(n);
    let b = x[*n];
    a * b * k as f64 + x[*n]
}
#[differentiable]
fn in_matches(x: &[f64]) -> f64 {
    let mut n = 0;
    let a = x[n];
    let s = match next(&mut n) {
        1 => x[n] * a,
        _ => x[n],
    };
    let t = match {
        n += 1;
        n % 2
    } {
        0 => x[n] * a,
        _ => x[0],
    };
    s * t + x[n]
}
#[differentiable]
fn in_conditions(x: &[f64]) -> f64 {
    let mut n = 0;
    let a = x[n];
    let f = if next(&mut n) > 0 { x[n] } else { x[n] * 2.0 };
    let b = if n > 5 || next(&mut n) > 1 {
        x[n]
    } else {
        x[n] * 2.0
    };
    let mut k = 0;
    while next(&mut n) < 4 {
        k = n;
    }
    a * b * f + x[n - 1] * k as f64
}
#[differentiable]
fn replaced(x: &[f64]) -> f64 {
    let mut on = false;
    let a = if on { x[0] } else { x[1] };
    let was = std::mem::replace(&mut on, true);
    let b = if on { x[2] } else { x[3] };
    let mut o = Some(2usize);
    let p = x[o.unwrap_or(0)];
    let t = o.take();
    let q = x[o.unwrap_or(0)];
    a * b + p * q + x[t.unwrap()] * if was { 1.0 } else { 3.0 }
}

#[test]
fn what_changes_in_passing_is_read_anew() {
    let points: &[&[f64]] = &[&[0.7, -1.3, 1.9, 0.4], &[1.2, 0.3, -0.4, 1.1]];
    macro_rules! each {
        ($($f:ident)*) => {$(
            check($f, |x| {
                let (value, gradient) = $f::value_and_gradient(x);
                assert_eq!(value, $f(x));
                gradient
            }, points);
        )*};
    }
    each!(by_a_function in_macros in_lists behind_a_struct in_matches in_conditions replaced);
    check(
        |x| behind_an_argument(x, &mut 0),
        |x| behind_an_argument::gradient(x, &mut 0),
        points,
    );
}
