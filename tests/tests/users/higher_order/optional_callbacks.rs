use crate::check;
use pullback::differentiable;

#[differentiable]
fn train(x: &[f64], schedule: Option<&dyn Fn(usize) -> f64>, steps: usize) -> f64 {
    let mut w = x[0];
    for k in 0..steps {
        let rate = match schedule {
            Some(rate_at) => rate_at(k),
            None => 0.1,
        };
        w -= rate * 2.0 * (w * x[1] - x[2]) * x[1];
    }
    w
}

#[differentiable]
fn penalised(x: f64, penalty: Option<&dyn Fn(f64) -> f64>) -> f64 {
    let mut total = x;
    if let Some(p) = penalty {
        total += p(x);
    }
    if let Some(p) = penalty {
        total *= p(x + total);
    }
    total + penalty.map_or(0.0, |p| p(3.0)) + if penalty.is_some() { x * x } else { 0.0 }
}

#[differentiable]
fn nested(x: f64, penalty: Option<&dyn Fn(f64) -> f64>) -> f64 {
    penalised(x, penalty) * penalised(2.0 * x, penalty)
}

#[differentiable]
fn repeated(x: f64, step: &Option<Box<dyn Fn(f64) -> f64>>) -> f64 {
    let mut y = x;
    for _ in 0..3 {
        if let Some(step) = step {
            y += step(x * y);
        }
    }
    y
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let decay = x[0];
    let schedule = |k: usize| 0.1 * decay.powi(k as i32);
    let step: Option<Box<dyn Fn(f64) -> f64>> = Some(Box::new(move |t| t * decay));
    train(x, None, 3)
        + train(x, Some(&|k: usize| 0.1 * decay.powi(k as i32)), 4)
        + train(x, Some(&schedule), 2)
        + penalised(x[1], Some(&|t| t * decay))
        + nested(x[2], Some(&|t| t * t + decay))
        + nested(x[2], None)
        + repeated(x[0], &step)
        + repeated(x[1], &None)
        + repeated(x[1], &Some(Box::new(|t: f64| t * t)))
}

#[test]
fn gradient_is_right() {
    check(
        f,
        |x| f::gradient(x),
        &[&[0.7, 1.3, -0.4], &[-0.2, 0.5, 0.9]],
    );
}
