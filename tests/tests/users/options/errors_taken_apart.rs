use crate::check;
use pullback::differentiable;

#[derive(Debug, Clone, PartialEq)]
enum Fault {
    Below { by: usize },
    Named(String),
    Empty,
}

#[derive(Debug, Clone, PartialEq)]
struct Located {
    what: String,
    at: usize,
}

#[differentiable]
fn root(x: f64) -> Result<f64, Fault> {
    match x {
        x if x < -4.0 => Err(Fault::Below { by: 3 }),
        x if x < 0.0 => Err(Fault::Named("negative".into())),
        x => Ok(x * x),
    }
}

#[differentiable]
fn square(x: f64) -> Result<f64, Located> {
    if x < 0.0 {
        return Err(Located {
            what: "low".into(),
            at: 3,
        });
    }
    Ok(x * x)
}

#[differentiable]
fn replaced(x: f64) -> f64 {
    root(x).unwrap_or_else(|e| match e {
        Fault::Below { by } => x * by as f64,
        Fault::Named(name) => x * x * name.len() as f64,
        other => panic!("{other:?}"),
    })
}

#[differentiable]
fn matched(x: f64) -> f64 {
    match root(x) {
        Ok(v) => v,
        Err(e) => match &e {
            Fault::Named(name) if name.is_empty() => 0.0,
            Fault::Named(name) => x * name.len() as f64,
            Fault::Below { by, .. } => x * *by as f64,
            Fault::Empty => 1.0,
        },
    }
}

#[differentiable]
fn left(x: f64) -> f64 {
    match root(x) {
        Ok(v) => v,
        Err(e) => {
            if let Fault::Below { by } = e {
                return x * x * by as f64;
            }
            3.0 * x
        }
    }
}

#[differentiable]
fn again(x: f64) -> f64 {
    let mut y = x;
    loop {
        match root(y) {
            Ok(v) => return v * x,
            Err(e) => match e {
                Fault::Below { .. } => y += 1.0,
                Fault::Named(_) => y = -y,
                other => panic!("{other:?}"),
            },
        }
    }
}

#[differentiable]
fn fields(x: f64) -> f64 {
    let by_field = match square(x) {
        Ok(v) => v,
        Err(e) => x * e.at as f64,
    };
    let by_closure = square(x).unwrap_or_else(|e| x * e.at as f64);
    let by_pattern = square(x).unwrap_or_else(|Located { at, .. }| x * at as f64);
    let taken_apart = match square(x) {
        Ok(v) => v,
        Err(e) if e.what == "high" => 0.0,
        Err(e) => {
            let Located { at, .. } = e;
            x * at as f64
        }
    };
    by_field * by_closure + by_pattern * taken_apart
}

#[differentiable]
fn total(x: &[f64]) -> f64 {
    replaced(x[0]) + matched(x[0]) * left(x[0]) + again(x[0]) + fields(x[0])
}

#[test]
fn gradients_are_right() {
    check(total, |x| total::gradient(x), &[&[0.7], &[-1.5], &[-5.5]]);
}
