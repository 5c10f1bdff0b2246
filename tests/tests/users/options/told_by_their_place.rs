//! Options and results that functions give, mapped where what becomes of them tells which of the two they are.

use crate::check;
use pullback::{Differentiable, differentiable};

/// No copy of it can be made.
#[derive(Debug, PartialEq)]
enum Wrong {
    Division,
    Negative(usize),
}

#[differentiable]
fn divided(a: f64, b: f64) -> Result<f64, Wrong> {
    if b == 0.0 {
        Err(Wrong::Division)
    } else {
        Ok(a / b)
    }
}

#[differentiable]
fn geometric_mean(xs: &[f64]) -> Result<f64, Wrong> {
    if let Some(i) = xs.iter().position(|x| *x < 0.0) {
        return Err(Wrong::Negative(i));
    }
    let sum: f64 = xs.iter().map(|x| x.ln()).sum();
    divided(sum, xs.len() as f64).map(f64::exp)
}

#[differentiable]
fn doubled(xs: &[f64]) -> Result<f64, Wrong> {
    let mean = geometric_mean(xs).map(|m| 2.0 * m)?;
    divided(mean, xs[0]).and_then(|r| divided(r, xs[1]).map(|q| q + r))
}

#[differentiable]
fn mean(xs: &[f64]) -> f64 {
    match doubled(xs).map(|m| m * xs[0]) {
        Ok(m) => m,
        Err(Wrong::Division) => 0.0,
        Err(Wrong::Negative(i)) => xs[i] * xs[i],
    }
}

#[derive(Clone, Differentiable)]
struct Ball {
    at: f64,
    radius: f64,
    albedo: f64,
}

#[differentiable]
impl Ball {
    fn hit(&self, x: f64) -> Option<f64> {
        let d = self.radius * self.radius - (x - self.at).powi(2);
        if d < 0.0 {
            return None;
        }
        let t = 5.0 - d.sqrt();
        (t > 1e-6).then_some(t)
    }

    fn lit(&self, x: f64) -> Option<f64> {
        self.hit(x).map(|t| self.albedo / t)
    }
}

#[differentiable]
fn seen(balls: &[Ball], x: f64) -> f64 {
    let nearest = balls
        .iter()
        .filter_map(|ball| ball.hit(x).map(|t| t * ball.albedo))
        .fold(10.0 * x, f64::min);
    nearest + balls.iter().filter_map(|ball| ball.lit(x)).sum::<f64>()
}

#[test]
fn gradients_are_right() {
    check(
        mean,
        |x| mean::gradient(x),
        &[&[1.0, 2.5, 0.7], &[1.5, 2.0, -0.5], &[0.5, 3.0]],
    );
    let balls = |p: &[f64]| -> Vec<Ball> {
        let ball = |p: &[f64]| Ball {
            at: p[0],
            radius: p[1],
            albedo: p[2],
        };
        p[1..].chunks(3).map(ball).collect()
    };
    let gradient = |p: &[f64]| {
        let (by_balls, by_x) = seen::gradient(&balls(p), p[0]);
        let parts = by_balls.iter().flat_map(|b| [b.at, b.radius, b.albedo]);
        std::iter::once(by_x).chain(parts).collect()
    };
    let all = [0.2, 0.0, 1.0, 0.8, 0.5, 1.5, 0.3];
    let far = [9.0, 0.0, 1.0, 0.8, 0.5, 1.5, 0.3];
    check(|p| seen(&balls(p), p[0]), gradient, &[&all, &far]);
}
