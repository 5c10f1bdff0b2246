use crate::check;
use pullback::differentiable;
use std::num::ParseFloatError;

#[derive(Debug)]
enum Fault {
    Low(usize),
    High { by: usize },
    Text(String),
}

#[differentiable]
fn load(x: f64, n: usize) -> Result<f64, Fault> {
    match n {
        0 => Ok(x * x),
        1 => Err(Fault::Low(2)),
        2 => Err(Fault::High { by: 3 }),
        _ => Err(Fault::Text("far".into())),
    }
}

#[differentiable]
fn placed(x: f64, n: usize) -> f64 {
    let a = load(x, n).unwrap_or_else(|fault| match fault {
        Fault::Low(k) => k as f64 * x,
        Fault::High { by } if by > 5 => 0.0,
        Fault::High { by } => x.powi(by as i32),
        Fault::Text(t) => x / t.len() as f64,
    });
    let b = load(x, n).map_or_else(|_| x.sin(), |v| v * 2.0);
    let c = match load(x, n) {
        Ok(v) => v,
        Err(e) => match e {
            Fault::Low(k) | Fault::High { by: k } => x * k as f64,
            _ => 1.0,
        },
    };
    let d = load(x, n).unwrap_or_else(|e| {
        let k = format!("{e:?}").len();
        x * k as f64
    });
    let e: f64 = "1.5"
        .parse::<f64>()
        .unwrap_or_else(|_: ParseFloatError| 2.0);
    let f = load(x, n)
        .or_else(|_| load(x, 0))
        .unwrap_or_else(|_| unreachable!());
    let g = load(x, n)
        .map_err(|e| matches!(e, Fault::Low(_)))
        .unwrap_or_else(|low| if low { x } else { 2.0 * x });
    a + b * c + d * e + f + g
}

#[derive(Debug)]
enum ModelError {
    Negative,
    TooLarge(usize),
}

#[differentiable]
fn safe_ln(x: f64) -> Option<f64> {
    (x > 0.0).then(|| x.ln())
}

#[differentiable]
fn checked(x: f64, limit: f64) -> Result<f64, ModelError> {
    if x < 0.0 {
        Err(ModelError::Negative)
    } else if x > limit {
        Err(ModelError::TooLarge(3))
    } else {
        Ok(x.sqrt())
    }
}

#[differentiable]
fn score(x: f64, y: f64) -> f64 {
    let a = safe_ln(x)
        .and_then(|l| safe_ln(l + 2.0))
        .map(|v| v * y)
        .unwrap_or(y * y);
    let b = checked(y, 10.0).map(|r| r * x).unwrap_or_else(|e| match e {
        ModelError::Negative => 0.0,
        ModelError::TooLarge(n) => n as f64 * x,
    });
    let c = safe_ln(y)
        .ok_or(ModelError::Negative)
        .and_then(|l| checked(l + x, 5.0))
        .unwrap_or(x * y);
    a + b + c
}

#[test]
fn gradients_are_right() {
    for n in 0..4 {
        let points: &[&[f64]] = &[&[1.5], &[-1.0]];
        check(
            |p| placed(p[0], n),
            |p| vec![placed::gradient(p[0], n)],
            points,
        );
    }
    let points: &[&[f64]] = &[
        &[1.5, 2.0],
        &[-1.0, 2.0],
        &[0.1, 12.0],
        &[1.5, -2.0],
        &[6.0, 3.0],
    ];
    let pair = |(a, b): (f64, f64)| vec![a, b];
    check(
        |p| score(p[0], p[1]),
        |p| pair(score::gradient(p[0], p[1])),
        points,
    );
}
