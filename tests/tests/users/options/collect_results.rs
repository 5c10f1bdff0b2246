use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn parse_positive(x: f64) -> Result<f64, String> {
    if x > 0.0 {
        Ok(x.sqrt())
    } else {
        Err(format!("{x} is not positive"))
    }
}

#[differentiable]
fn norm_of_roots(xs: &[f64]) -> Result<f64, String> {
    let roots = xs
        .iter()
        .map(|&x| parse_positive(x))
        .collect::<Result<Vec<f64>, String>>()?;
    Ok(roots.iter().map(|r| r * r * r).sum())
}

#[differentiable]
fn f(xs: &[f64]) -> f64 {
    norm_of_roots(xs).unwrap_or_else(|_| xs[0] * xs[1])
}

#[test]
fn gradient_is_right() {
    for x in [[0.4, 1.2, 2.5], [0.7, -0.3, 1.0]] {
        assert_grad(f, &x, &f::gradient(&x));
    }
}
