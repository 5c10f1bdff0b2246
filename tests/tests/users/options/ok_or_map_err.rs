use crate::assert_grad;
use pullback::differentiable;

#[derive(Clone, Copy, Debug)]
enum MathError {
    Domain,
}

#[differentiable]
fn ln(x: f64) -> Option<f64> {
    if x > 0.0 { Some(x.ln()) } else { None }
}

#[differentiable]
fn entropy(p: &[f64]) -> Result<f64, MathError> {
    let total: f64 = p.iter().sum();
    let mut h = 0.0;
    for x in p {
        let q = x / total;
        h -= q * ln(q).ok_or(MathError::Domain)?;
    }
    Ok(h)
}

#[differentiable]
fn f(p: &[f64]) -> f64 {
    let h = entropy(p);
    if h.is_ok() {
        h.unwrap()
    } else {
        p.iter().map(|x| x * x).sum()
    }
}

#[test]
fn gradient_is_right() {
    for p in [[0.4, 0.9, 1.7], [0.4, -0.2, 1.0]] {
        assert_grad(f, &p, &f::gradient(&p));
    }
}
