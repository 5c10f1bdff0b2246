use crate::assert_grad;
use pullback::differentiable;

struct Losses;

#[differentiable]
impl Losses {
    const DELTA: f64 = 0.5;

    fn huber(e: f64) -> f64 {
        if e.abs() < Self::DELTA {
            0.5 * e * e
        } else {
            Self::DELTA * (e.abs() - 0.5 * Self::DELTA)
        }
    }

    fn mean_huber(pred: &[f64], target: &[f64]) -> f64 {
        pred.iter()
            .zip(target)
            .map(|(p, t)| Self::huber(p - t))
            .sum::<f64>()
            / pred.len() as f64
    }
}

#[differentiable]
fn f(p: &[f64], t: &[f64]) -> f64 {
    Losses::mean_huber(p, t).sqrt()
}

#[test]
fn gradient_is_right() {
    let (p, t) = ([0.2, 1.9, -0.4], [0.1, 0.8, 0.7]);
    let (dp, dt) = f::gradient(&p, &t);
    assert_grad(|v| f(v, &t), &p, &dp);
    assert_grad(|v| f(&p, v), &t, &dt);
}
