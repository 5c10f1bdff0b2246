use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Debug, Clone)]
enum ModelError {
    Domain(DomainError),
}

#[derive(Debug, Clone)]
struct DomainError {
    value: f64,
}

impl From<DomainError> for ModelError {
    fn from(e: DomainError) -> Self {
        ModelError::Domain(e)
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Probability(f64);

#[differentiable]
impl TryFrom<f64> for Probability {
    type Error = DomainError;
    fn try_from(value: f64) -> Result<Self, Self::Error> {
        match (0.0..=1.0).contains(&value) {
            true => Ok(Self(value)),
            false => Err(DomainError { value }),
        }
    }
}

#[derive(Debug, Clone, Differentiable)]
struct Interval {
    lo: f64,
    hi: f64,
}

#[differentiable]
impl TryFrom<(f64, f64)> for Interval {
    type Error = String;
    fn try_from((lo, hi): (f64, f64)) -> Result<Self, String> {
        match lo < hi {
            true => Ok(Interval { lo, hi }),
            false => Err(format!("{lo} is not below {hi}")),
        }
    }
}

#[differentiable]
impl TryFrom<[f64; 2]> for Interval {
    type Error = String;
    fn try_from(v: [f64; 2]) -> Result<Self, Self::Error> {
        Interval::try_from((v[0], v[1]))
    }
}

#[differentiable]
impl TryFrom<&[f64]> for Interval {
    type Error = String;
    fn try_from(v: &[f64]) -> Result<Self, Self::Error> {
        let pair: [f64; 2] = v.try_into().map_err(|_| "too many".to_string())?;
        pair.try_into()
    }
}

#[differentiable]
impl TryFrom<&Vec<f64>> for Interval {
    type Error = String;
    fn try_from(v: &Vec<f64>) -> Result<Self, Self::Error> {
        Self::try_from(v.as_slice())
    }
}

#[differentiable]
fn entropy(p: f64) -> Result<f64, ModelError> {
    let p: Probability = p.try_into()?;
    let q = Probability::try_from(1.0 - p.0)?;
    Ok(-p.0 * p.0.ln() - q.0 * q.0.ln())
}

#[differentiable]
fn width(x: &[f64]) -> f64 {
    let Ok(a) = Interval::try_from((x[0], x[1])) else {
        return x[0] * x[0];
    };
    let b: Interval = [x[0] * x[1], x[1] + 2.0].try_into().unwrap();
    let list = vec![x[0], 3.0 * x[1]];
    let c = Interval::try_from(&list).unwrap();
    let Ok(d) = Interval::try_from(&x[..2]) else {
        return 0.0;
    };
    (a.hi - a.lo) * (b.hi - b.lo) + (c.hi - c.lo).powi(2) * d.hi
}

#[differentiable]
fn likely(p: &[f64]) -> f64 {
    let all: Result<Vec<Probability>, DomainError> =
        p.iter().map(|&p| Probability::try_from(p)).collect();
    match all {
        Ok(all) => all.iter().map(|p| p.0.ln()).sum(),
        Err(_) => p
            .iter()
            .filter_map(|&p| Probability::try_from(p).ok())
            .map(|p| p.0 * p.0)
            .sum(),
    }
}

#[differentiable]
fn listed(x: &[f64]) -> f64 {
    let squares: Vec<f64> = x.iter().map(|v| v * v).collect();
    let [a, b]: [f64; 2] = squares.try_into().unwrap();
    let last: [f64; 1] = x[1..].try_into().unwrap();
    a * b + last[0]
}

#[test]
fn gradients() {
    let (value, pullback) = entropy::vjp(0.3);
    assert!(value.is_ok());
    let unwrapped = |p: &[f64]| entropy(p[0]).unwrap();
    assert_grad(unwrapped, &[0.3], &[pullback.call(Ok(1.0))]);
    let Err(ModelError::Domain(e)) = entropy::vjp(1.5).0 else {
        panic!("1.5 is no probability");
    };
    assert_eq!(e.value, 1.5);
    for x in [[0.1, 0.5], [0.5, 0.1]] {
        assert_grad(width, &x, &width::gradient(&x));
        assert_grad(listed, &x, &listed::gradient(&x));
    }
    for p in [[0.1, 0.5], [0.1, 1.5]] {
        assert_grad(likely, &p, &likely::gradient(&p));
    }
}
