use crate::check;
use pullback::differentiable;

type Loss = fn(f64, f64) -> f64;

#[differentiable]
fn mse(p: f64, y: f64) -> f64 {
    (p - y) * (p - y)
}

#[differentiable]
fn mae(p: f64, y: f64) -> f64 {
    (p - y).abs()
}

#[differentiable]
fn by_name(name: &str) -> Option<Loss> {
    match name {
        "mse" => Some(mse),
        "mae" => Some(mae),
        _ => None,
    }
}

#[differentiable]
fn direct(name: &str) -> Loss {
    if name == "mse" { mse } else { mae }
}

#[differentiable]
fn written(name: &str) -> Option<fn(f64, f64) -> f64> {
    match name {
        "mse" => Some(mse),
        "mae" => Some(mae),
        _ => None,
    }
}

#[differentiable]
fn boxed(name: &str, k: f64) -> Result<Box<dyn Fn(f64, f64) -> f64>, String> {
    match name {
        "mse" => Ok(Box::new(move |a, b| k * mse(a, b))),
        "mae" => Ok(Box::new(mae)),
        _ => Err(name.to_string()),
    }
}

#[differentiable]
fn unwrapped(w: f64, y: f64, n: &str) -> f64 {
    let l = by_name(n).unwrap();
    l(w, y) + l(y, 2.0)
}

#[differentiable]
fn expected(w: f64, y: f64, n: &str) -> f64 {
    let l = by_name(n).expect("known");
    l(w, y)
}

#[differentiable]
fn else_left(w: f64, y: f64, n: &str) -> f64 {
    let Some(l) = by_name(n) else { return w };
    l(w, y)
}

#[differentiable]
fn mapped(w: f64, y: f64, n: &str) -> f64 {
    by_name(n).map(|l| l(w, y)).unwrap_or(w)
}

#[differentiable]
fn mapped_or(w: f64, y: f64, n: &str) -> f64 {
    by_name(n).map_or(w, |l| l(w, y))
}

#[differentiable]
fn written_out(w: f64, y: f64, n: &str) -> f64 {
    let l = written(n).unwrap();
    l(w, y)
}

#[differentiable]
fn of_a_result(w: f64, y: f64, n: &str) -> f64 {
    let l = boxed(n, w).unwrap();
    l(w, y)
}

#[differentiable]
fn of_constants(w: f64, y: f64, n: &str) -> f64 {
    let l = boxed(n, 2.0).unwrap();
    l(w, y)
}

#[differentiable]
fn at_once(w: f64, y: f64, n: &str) -> f64 {
    by_name(n).unwrap()(w, y)
}

#[differentiable]
fn result_mapped(w: f64, y: f64, n: &str) -> f64 {
    boxed(n, 2.0).map(|l| l(w, y)).unwrap_or(w)
}

/// Nothing with a derivative goes into the choice.
#[test]
fn gradients_are_right() {
    type Primal = fn(f64, f64, &str) -> f64;
    type Gradient = fn(f64, f64, &str) -> (f64, f64);
    let all: [(Primal, Gradient); 10] = [
        (unwrapped, unwrapped::gradient),
        (expected, expected::gradient),
        (else_left, else_left::gradient),
        (mapped, mapped::gradient),
        (mapped_or, mapped_or::gradient),
        (written_out, written_out::gradient),
        (of_a_result, of_a_result::gradient),
        (of_constants, of_constants::gradient),
        (at_once, at_once::gradient),
        (result_mapped, result_mapped::gradient),
    ];
    let points: &[&[f64]] = &[&[1.5, 0.4], &[0.2, 3.0]];
    for (primal, gradient) in all {
        for name in ["mse", "mae"] {
            let by_both = |p: &[f64]| {
                let (a, b) = gradient(p[0], p[1], name);
                vec![a, b]
            };
            check(|p| primal(p[0], p[1], name), by_both, points);
        }
    }
}
