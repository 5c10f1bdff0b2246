//! Lists and options that nothing says the type of where an early exit leaves them.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Debug)]
enum Unfit {
    Negative,
    Empty,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Layer {
    weight: f64,
    bias: f64,
}

#[differentiable]
fn checked_log(x: f64) -> Result<f64, Unfit> {
    if x <= 0.0 {
        Err(Unfit::Negative)
    } else {
        Ok(x.ln())
    }
}

#[differentiable]
fn layer(pair: &[f64]) -> Option<Layer> {
    (pair[0] > -5.0).then(|| Layer {
        weight: pair[0] * pair[1],
        bias: pair[1],
    })
}

#[differentiable]
fn squares(x: &[f64], n: usize) -> Result<Vec<f64>, String> {
    if n > x.len() {
        return Err(format!("{n} of {}", x.len()));
    }
    Ok(x[..n].iter().map(|v| v * v).collect())
}

#[differentiable]
fn geometric_mean(xs: &[f64]) -> Result<f64, Unfit> {
    let mut logs = Vec::new();
    for &x in xs {
        logs.push(checked_log(x)?);
    }
    if logs.is_empty() {
        return Err(Unfit::Empty);
    }
    Ok((logs.iter().sum::<f64>() / logs.len() as f64).exp())
}

#[differentiable]
fn harmonic(xs: &[f64]) -> Result<f64, Unfit> {
    let logs = xs
        .iter()
        .map(|&x| checked_log(x))
        .collect::<Result<Vec<_>, _>>()?;
    Ok(logs.iter().map(|l| 1.0 / (2.0 + l)).sum())
}

#[differentiable]
fn network(x: &[f64]) -> Option<f64> {
    let mut layers = Vec::with_capacity(x.len());
    for pair in x.windows(2) {
        let made = layer(pair)?;
        if made.weight > 100.0 {
            return None;
        }
        layers.push(made);
    }
    let mut y = 1.0;
    for l in &layers {
        y = (l.weight * y + l.bias).tanh();
    }
    Some(y * layers[0].weight)
}

#[differentiable]
fn triangle(x: &[f64]) -> Result<f64, String> {
    let mut table = vec![];
    for n in 1..=x.len() {
        let row = squares(x, n)?;
        table.push(row);
    }
    Ok(table.iter().map(|row| row.iter().sum::<f64>()).product())
}

#[differentiable]
fn greatest(x: &[f64]) -> Option<f64> {
    let mut best = None;
    for pair in x.chunks(2) {
        let value = checked_log(pair[0] * pair[1]).ok()?;
        best = match best {
            Some(b) if b > value => Some(b),
            _ => Some(value),
        };
    }
    best.map(|b: f64| b * b)
}

#[differentiable]
fn reverse_polish(text: &str, x: f64, y: f64) -> Result<f64, String> {
    let mut stack = Vec::new();
    for token in text.split_whitespace() {
        let value = match token {
            "+" | "-" | "*" => {
                let b = stack.pop().ok_or("empty")?;
                let a = stack.pop().ok_or_else(|| "empty".to_string())?;
                match token {
                    "+" => a + b,
                    "-" => a - b,
                    _ => a * b,
                }
            }
            "sin" => {
                let a: f64 = stack.pop().ok_or("empty")?;
                a.sin()
            }
            "x" => x,
            "y" => y,
            number => number.parse::<f64>().map_err(|e| e.to_string())?,
        };
        stack.push(value);
    }
    match stack.as_slice() {
        [value] => Ok(*value),
        left => Err(format!("{} values left", left.len())),
    }
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let text = "x y + 2 * y sin -";
    geometric_mean(x).unwrap_or(-1.0)
        + harmonic(x).unwrap_or(-2.0)
        + network(x).unwrap_or(-3.0)
        + triangle(x).unwrap_or(-4.0)
        + greatest(x).unwrap_or(-5.0)
        + reverse_polish(text, x[0], x[1]).unwrap_or(-6.0)
        + reverse_polish("x y", x[0], x[1]).unwrap_or(-7.0)
}

#[test]
fn gradient_is_right() {
    let points = [
        [0.4, 1.5, 1.1, 0.8],
        [0.4, -1.5, 1.1, 0.8],
        [0.3, 0.2, -6.0, -0.5],
    ];
    for x in points {
        assert_grad(f, &x, &f::gradient(&x));
        assert_grad(f, &x, &f::gradient(&x));
    }
}
