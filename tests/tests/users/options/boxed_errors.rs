use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::error::Error;
use std::fmt;

#[derive(Debug)]
enum Refused {
    Negative(String),
    Length { found: usize },
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Negative(what) => write!(f, "{what} is negative"),
            Refused::Length { found } => write!(f, "{found} values"),
        }
    }
}

impl Error for Refused {}

#[derive(Clone, Differentiable)]
struct Model {
    weights: Vec<f64>,
}

#[differentiable]
impl Model {
    fn new(weights: &[f64]) -> Result<Self, Box<dyn Error>> {
        if weights.is_empty() {
            return Err("no weights".into());
        }
        Ok(Self {
            weights: weights.to_vec(),
        })
    }

    fn predict(&self, x: &[f64]) -> Result<f64, Box<dyn Error>> {
        if x.len() != self.weights.len() {
            return Err(Box::new(Refused::Length { found: x.len() }));
        }
        Ok(self.weights.iter().zip(x).map(|(w, x)| w * x).sum())
    }
}

#[differentiable]
fn root(v: f64) -> Result<f64, Refused> {
    if v < 0.0 {
        return Err(Refused::Negative(format!("{v}")));
    }
    Ok(v.sqrt())
}

#[differentiable]
fn run(x: &[f64], used: usize) -> Result<f64, Box<dyn Error>> {
    let scale: usize = "3".parse()?;
    let model = Model::new(&x[..used])?;
    let p = model.predict(&[x[1], x[2]])?;
    Ok(root(p)? * scale as f64 * x[0])
}

#[differentiable]
fn f(x: &[f64], used: usize) -> f64 {
    match run(x, used) {
        Ok(v) if v > 1.0 => v * v,
        Ok(v) => v,
        Err(e) if e.to_string().len() > 10 => x[2] * x[2],
        Err(_) => x[0] * x[1],
    }
}

#[test]
fn gradient_is_right_whichever_way_it_ends() {
    for (x, used) in [
        ([0.7, 1.3, 0.4], 2),
        ([0.1, 1.3, 0.4], 2),
        ([0.7, -1.3, 0.4], 2),
        ([0.7, 1.3, 0.4], 1),
        ([0.7, 1.3, 0.4], 0),
    ] {
        assert_grad(|x| f(x, used), &x, &f::gradient(&x, used));
    }
}

#[differentiable]
fn slope(xs: &[f64], ys: &[f64]) -> Result<f64, Box<dyn Error>> {
    if xs.len() != ys.len() {
        Err(Refused::Length { found: ys.len() })?;
    }
    let count: f64 = xs.len().to_string().parse()?;
    let (sx, sy) = (xs.iter().sum::<f64>(), ys.iter().sum::<f64>());
    let (sxx, sxy) = xs
        .iter()
        .zip(ys)
        .fold((0.0, 0.0), |(a, b), (x, y)| (a + x * x, b + x * y));
    let det = count * sxx - sx * sx;
    if det < 1e-12 {
        return Err("singular")?;
    }
    Ok((count * sxy - sx * sy) / det)
}

#[differentiable]
fn slope_or_first(x: &[f64]) -> f64 {
    let (xs, ys) = x.split_at(3);
    match slope(xs, ys) {
        Ok(slope) => slope * x[0],
        Err(_) => x[0],
    }
}

#[test]
fn errors_that_are_asked() {
    for x in [
        &[0.7, 1.1, 0.1, -0.4, 0.3, 0.9][..],
        &[0.7, 0.7, 0.7, -0.4, 0.3, 0.9],
        &[0.7, 1.1, 0.1, 0.3],
    ] {
        let gradient = slope_or_first::gradient(x);
        if x[0] != x[1] {
            assert_grad(slope_or_first, x, &gradient);
        } else {
            assert_eq!(gradient, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        }
    }
}
