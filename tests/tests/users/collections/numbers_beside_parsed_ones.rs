//! Lists and variables that begin with numbers without a derivative, read from a text or an option, and get others.

use crate::check;
use pullback::differentiable;

#[differentiable]
fn evaluate(formula: &str, x: f64) -> Result<f64, String> {
    let mut stack = vec![];
    for token in formula.split(' ') {
        if let Ok(number) = token.parse::<f64>() {
            stack.push(number);
            continue;
        }
        if token == "x" {
            stack.push(x);
            continue;
        }
        let (b, a) = (
            stack.pop().ok_or("underflow")?,
            stack.pop().ok_or_else(|| "underflow".to_string())?,
        );
        stack.push(match token {
            "+" => a + b,
            "*" => a * b,
            other => return Err(format!("bad operator {other}")),
        });
    }
    stack.pop().ok_or_else(|| String::from("empty"))
}

#[differentiable]
fn evaluated(x: f64) -> f64 {
    evaluate("x 2 * x +", x).unwrap() + evaluate("x x %", x).unwrap_or(x)
}

#[differentiable]
fn raise(level: &mut f64, x: f64) {
    *level += x * x;
}

#[differentiable]
fn from_start(#[constant] start: Option<f64>, x: f64) -> f64 {
    let Some(start) = start else { return x };
    let mut level = start;
    raise(&mut level, x);
    let mut last = start;
    if level > 1.0 {
        last = x;
    }
    let mut seen = vec![start; 2];
    seen[1] = x;
    seen.push(level);
    level * last + seen[1] * seen[2]
}

#[test]
fn gradients_are_right() {
    check(
        |x| evaluated(x[0]),
        |x| vec![evaluated::gradient(x[0])],
        &[&[1.3]],
    );
    for start in [None, Some(0.1), Some(2.0)] {
        check(
            |x| from_start(start, x[0]),
            |x| vec![from_start::gradient(start, x[0])],
            &[&[0.7], &[1.3]],
        );
    }
}
