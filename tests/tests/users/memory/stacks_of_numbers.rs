//! The last of a list of whole numbers, lent to be changed.

use crate::check;
use pullback::differentiable;

#[differentiable]
fn stepped(x: &[f64]) -> f64 {
    let mut stack = vec![3usize, 1, 2];
    let mut s = 1.0;
    loop {
        let Some(k) = stack.pop() else { break };
        s += x[k] * s * stack.len() as f64;
        if let Some(top) = stack.last_mut()
            && *top > 0
        {
            *top -= 1;
            s *= x[*top] + 1.0;
        }
        if let Some(first) = stack.first_mut() {
            *first ^= 1;
            s += x[*first % 4] * s;
        }
    }
    s
}

#[differentiable]
fn advanced(x: &[f64]) -> f64 {
    let mut stack = vec![3usize, 1, 2];
    let mut s = 1.0;
    for k in 0..3 {
        s += x[k] * s;
        let top = stack.last_mut().unwrap();
        *top = (*top + 1) % 4;
        s *= x[*top] + 1.0;
    }
    s
}

#[test]
fn the_top_of_a_stack_is_changed_where_it_is() {
    let points: &[&[f64]] = &[&[0.7, -1.3, 1.9, 0.4], &[1.2, 0.3, -0.4, 1.1]];
    check(stepped, |x| stepped::gradient(x), points);
    check(advanced, |x| advanced::gradient(x), points);
}
