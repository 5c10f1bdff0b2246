use crate::assert_grad;
use pullback::differentiable;

#[derive(Debug)]
enum FitError {
    Empty,
    Singular(String),
    Unread(std::num::ParseFloatError),
}

impl From<std::num::ParseFloatError> for FitError {
    fn from(error: std::num::ParseFloatError) -> Self {
        FitError::Unread(error)
    }
}

type Fit<T> = Result<T, FitError>;
type Maybe = Option<f64>;

#[differentiable]
fn slope(x: &[f64], y: &[f64]) -> Fit<f64> {
    if x.is_empty() {
        return Err(FitError::Empty);
    }
    let n = x.len() as f64;
    let (mx, my) = (x.iter().sum::<f64>() / n, y.iter().sum::<f64>() / n);
    let spread: f64 = x.iter().map(|v| (v - mx).powi(2)).sum();
    if spread < 1e-12 {
        return Err(FitError::Singular(format!("spread {spread}")));
    }
    Ok(x.iter()
        .zip(y)
        .map(|(a, b)| (a - mx) * (b - my))
        .sum::<f64>()
        / spread)
}

#[differentiable]
fn line(x: &[f64], y: &[f64], weight: &str) -> Fit<(f64, f64)> {
    let weight: f64 = weight.parse()?;
    let b = slope(x, y)? * weight;
    let n = x.len() as f64;
    Ok((y.iter().sum::<f64>() / n - b * x.iter().sum::<f64>() / n, b))
}

#[differentiable]
fn predict(x: &[f64], y: &[f64], at: f64, weight: &str) -> f64 {
    match line(x, y, weight) {
        Ok((a, b)) => a + b * at,
        Err(FitError::Empty) => at,
        Err(FitError::Singular(why)) => at * why.len().min(1) as f64 * 2.0,
        Err(FitError::Unread(_)) => at * at,
    }
}

#[differentiable]
fn root(x: f64) -> Maybe {
    (x >= 0.0).then(|| x.sqrt())
}

#[differentiable]
fn roots(x: f64, y: f64) -> Maybe {
    let a = root(x)?;
    if a > 2.0 {
        return None;
    }
    let b = root(y - a)?;
    Some(a * b)
}

#[differentiable]
fn or_sum(x: f64, y: f64) -> f64 {
    roots(x, y).unwrap_or(x + 3.0 * y)
}

#[test]
fn results() {
    let (x, y) = ([0.3, -1.4, 1.2], [1.0, 2.0, 0.3]);
    for (x, weight) in [(x, "1.5"), (x, "one"), ([1.0; 3], "1.5")] {
        for _ in 0..2 {
            let (by_x, by_y, by_at) = predict::gradient(&x, &y, 2.0, weight);
            if x[0] != 1.0 {
                assert_grad(|x| predict(x, &y, 2.0, weight), &x, &by_x);
            }
            assert_grad(|y| predict(&x, y, 2.0, weight), &y, &by_y);
            assert_grad(|at| predict(&x, &y, at[0], weight), &[2.0], &[by_at]);
        }
    }
    let (_, _, by_at) = predict::gradient(&[], &[], 2.0, "1");
    assert_eq!(by_at, 1.0);
}

#[test]
fn options() {
    for p in [[1.3, 2.7], [-1.0, 0.4], [9.0, 20.0], [1.3, 0.2]] {
        for _ in 0..2 {
            let (by_x, by_y) = or_sum::gradient(p[0], p[1]);
            assert_grad(|v| or_sum(v[0], v[1]), &p, &[by_x, by_y]);
        }
    }
}
