use crate::check;
use pullback::differentiable;

#[derive(Debug)]
struct Singular;

#[differentiable]
fn solve(x: f64) -> Result<[f64; 2], Singular> {
    if x == 0.0 {
        Err(Singular)
    } else {
        Ok([1.0 / x, x * x])
    }
}

#[differentiable]
fn product(x: &[f64]) -> Result<f64, Singular> {
    let [p, q] = solve(x[0])?;
    let (a, [b, _]) = (x[1], solve(x[1])?);
    let pair: [f64; 2] = solve(a)?;
    Ok(p * q * b + pair[0] * pair[1] * solve(a * b)?[0])
}

#[differentiable]
fn product_or(x: &[f64]) -> f64 {
    match product(x) {
        Ok(value) => value * x[1],
        Err(Singular) => x[1].sin(),
    }
}

#[test]
fn errors_need_no_copies() {
    check(
        product_or,
        |x| product_or::gradient(x),
        &[&[1.5, 2.0], &[0.3, -1.0]],
    );
    assert_eq!(product_or::gradient(&[0.0, 2.0]), [0.0, 2.0_f64.cos()]);
}
