use crate::assert_grad;
use pullback::differentiable;

#[derive(Debug, Clone, PartialEq)]
enum ModelError {
    Empty,
    Negative { index: usize, value: String },
}

impl std::error::Error for ModelError {}
impl std::fmt::Display for ModelError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            ModelError::Empty => write!(f, "empty"),
            ModelError::Negative { index, value } => write!(f, "{index}: {value}"),
        }
    }
}

#[differentiable]
fn check(xs: &[f64]) -> Result<(), ModelError> {
    if xs.is_empty() {
        return Err(ModelError::Empty);
    }
    for (index, x) in xs.iter().enumerate() {
        if *x < 0.0 {
            return Err(ModelError::Negative {
                index,
                value: x.to_string(),
            });
        }
    }
    Ok(())
}

#[differentiable]
fn geometric_mean(xs: &[f64]) -> Result<f64, ModelError> {
    check(xs)?;
    let log_sum: f64 = xs.iter().map(|x| x.ln()).sum();
    Ok((log_sum / xs.len() as f64).exp())
}

#[differentiable]
fn spread(xs: &[f64]) -> Result<f64, ModelError> {
    let gm = geometric_mean(xs)?;
    let am = xs.iter().sum::<f64>() / xs.len() as f64;
    Ok(am - gm)
}

#[differentiable]
fn score(xs: &[f64]) -> f64 {
    match spread(xs) {
        Ok(s) => s * s + s,
        Err(ModelError::Empty) => 0.0,
        Err(ModelError::Negative { index, .. }) => xs[index].powi(3),
    }
}

#[test]
fn gradient_is_right() {
    let p = [0.5, 1.7, 2.2];
    assert_grad(|p| score(p), &p, &score::gradient(&p));
    let p = [0.5, -1.7, 2.2];
    assert_grad(|p| score(p), &p, &score::gradient(&p));
}
