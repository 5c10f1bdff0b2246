//! `?` in what a loop goes over, and in what adaptors are given.

use crate::check;
use pullback::differentiable;

#[differentiable]
fn lagged(x: &[f64], lag: usize) -> Option<f64> {
    let products = x.iter().zip(x.get(lag..)?).map(|(a, b)| a * b);
    Some(products.sum::<f64>() / x.len() as f64)
}

#[differentiable]
fn looped(x: &[f64], lag: usize) -> Option<f64> {
    let mut total = 0.0;
    for v in x.get(lag..)? {
        total += v * v;
    }
    for (a, b) in x.iter().rev().zip(x.get(..lag)?) {
        if *a < 0.0 {
            continue;
        }
        total *= a + b;
    }
    Some(total)
}

#[differentiable]
fn squares(x: &[f64]) -> Result<Vec<f64>, String> {
    if x.len() < 2 {
        return Err("too few".into());
    }
    Ok(x.iter().map(|v| v * v).collect())
}

#[differentiable]
fn beside_a_result(x: &[f64], k: Option<usize>) -> f64 {
    let run = || -> Result<f64, String> {
        let first = x.iter().zip(squares(x)?).map(|(a, b)| a * b).sum::<f64>();
        let some = x.iter().skip(k.ok_or("nothing to skip")?).product::<f64>();
        Ok(first + some)
    };
    run().unwrap_or_else(|e| e.len() as f64 * x[0])
}

#[differentiable]
fn of_rows(rows: &[Vec<f64>]) -> f64 {
    rows.iter()
        .filter_map(|r| Some(r.iter().zip(r.get(1..)?).map(|(a, b)| a * b).sum::<f64>()))
        .map(|s| s.sin())
        .sum()
}

#[differentiable]
fn of_parts(x: &[f64]) -> f64 {
    let rows: Vec<Vec<f64>> = x.chunks(2).map(|c| c[1..].to_vec()).collect();
    let whole: Vec<Vec<f64>> = x.chunks(3).map(|c| c.to_vec()).collect();
    of_rows(&rows) + of_rows(&whole)
}

const POINTS: &[&[f64]] = &[&[1.0, 2.0, -0.5, 0.7, 0.3], &[0.4]];

#[test]
fn test_beside_what_is_asked_for() {
    for lag in 0..3 {
        let of = |f: fn(&[f64], usize) -> Option<f64>| move |x: &[f64]| f(x, lag).unwrap_or(0.0);
        let cotangent = |given: Option<f64>| given.map(|_| 1.0);
        check(
            of(lagged),
            |x| {
                let (value, pullback) = lagged::vjp(x, lag);
                pullback.call(cotangent(value))
            },
            POINTS,
        );
        check(
            of(looped),
            |x| {
                let (value, pullback) = looped::vjp(x, lag);
                pullback.call(cotangent(value))
            },
            POINTS,
        );
    }
    for k in [None, Some(0), Some(2)] {
        check(
            |x| beside_a_result(x, k),
            |x| beside_a_result::gradient(x, k),
            POINTS,
        );
    }
    check(of_parts, |x| of_parts::gradient(x), POINTS);
}
