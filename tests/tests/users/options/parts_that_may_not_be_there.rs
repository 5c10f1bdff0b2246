use crate::assert_grad;
use pullback::differentiable;
use std::array::TryFromSliceError;

#[differentiable]
fn or_another(x: &[f64]) -> f64 {
    let z = x[0] * x[1];
    let smallest = x.iter().min_by(|a, b| a.total_cmp(b)).or(Some(&z)).unwrap();
    let large = x.iter().find(|v| **v > 2.0).or(Some(&z));
    let second = x[1..].iter().max_by(|a, b| a.total_cmp(b)).or(x.first());
    let found = match large {
        Some(v) => v * v * x[0],
        None => 0.0,
    };
    found + smallest * z + second.copied().unwrap_or_default().powi(2)
}

#[differentiable]
fn of_ranges(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        if let Some(pair) = x.get(i..i + 2) {
            sum += pair[0] * pair[1];
        }
    }
    let tail = x.get(2..=3).map(|w| w[0] * w[1]).unwrap_or(x[0]);
    let rest = x.get(1..).unwrap_or(&[]);
    let none = x.get(5..).unwrap_or_default();
    sum * tail + rest.iter().map(|v| v * v).sum::<f64>() + none.iter().sum::<f64>()
}

#[differentiable]
fn product(x: &[f64]) -> Result<f64, TryFromSliceError> {
    let a: [f64; 3] = x.try_into()?;
    let [b, c] = <[f64; 2]>::try_from(&x[1..])?;
    Ok(a[0] * a[1] * a[2] + b * c * c)
}

#[differentiable]
fn as_arrays(x: &[f64]) -> f64 {
    let pair: Result<[f64; 2], _> = x.try_into();
    let first = match pair {
        Ok(pair) => pair[0] * pair[1],
        Err(_) => x[0] * x[0],
    };
    let Ok(head) = <[f64; 2]>::try_from(&x[..2]) else {
        return 0.0;
    };
    first * head[1] + product(x).unwrap_or(0.0)
}

#[test]
fn gradients_are_right() {
    for x in [
        &[2.1, 1.1][..],
        &[0.5, 1.5, 0.7],
        &[0.4, 0.3, 1.2, 2.5],
        &[3.0, 0.2, 0.1],
    ] {
        for _ in 0..2 {
            assert_grad(or_another, x, &or_another::gradient(x));
            assert_grad(of_ranges, x, &of_ranges::gradient(x));
            assert_grad(as_arrays, x, &as_arrays::gradient(x));
        }
    }
}
