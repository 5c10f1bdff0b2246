use pullback::differentiable;
use std::ops::ControlFlow;

#[differentiable]
fn applied(balance: f64, change: f64) -> Result<f64, String> {
    if balance + change < 0.0 { Err("overdrawn".to_string()) } else { Ok(balance + change) }
}

#[differentiable]
fn balance(start: f64, changes: &[f64]) -> f64 {
    changes.iter().try_fold(start, |b, c| applied(b, *c)).unwrap_or(-1.0)
}

#[differentiable]
fn step(sum: f64, v: f64) -> ControlFlow<f64, f64> {
    if sum > 10.0 { ControlFlow::Break(sum) } else { ControlFlow::Continue(sum + v) }
}

#[differentiable]
fn until_ten(x: &[f64]) -> f64 {
    let end = x.iter().try_fold(0.0, |sum, v| step(sum, *v));
    match end {
        ControlFlow::Break(sum) => 2.0 * sum,
        ControlFlow::Continue(sum) => sum,
    }
}

fn main() {
    balance::gradient(1.0, &[2.0]);
    until_ten::gradient(&[2.0]);
}
