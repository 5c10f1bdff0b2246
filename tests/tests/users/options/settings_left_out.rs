//! Fields that are options of what carries no derivative, beside floats.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Default, Differentiable)]
struct Settings {
    dt: Option<f64>,
    damping: Option<f64>,
    steps: Option<usize>,
    verbose: Option<bool>,
    name: Option<String>,
}

#[derive(Clone, Debug, Differentiable)]
struct Simulation {
    dt: f64,
    damping: f64,
    steps: usize,
}

#[differentiable]
impl Settings {
    fn dt(mut self, dt: f64) -> Self {
        self.dt = Some(dt);
        self
    }

    fn damping(self, damping: f64) -> Self {
        Self {
            damping: Some(damping),
            ..self
        }
    }

    fn steps(mut self, steps: usize) -> Self {
        self.steps.replace(steps);
        self
    }

    fn scaled(mut self, k: f64) -> Self {
        *self.dt.get_or_insert(0.2) *= k;
        if let Some(old) = self.damping.replace(k) {
            self.damping = Some(old * k);
        }
        self.steps = self.steps.map(|n| n + 1);
        self
    }

    fn build(self) -> Result<Simulation, String> {
        let dt = self.dt.ok_or("dt is missing")?;
        if dt <= 0.0 {
            return Err(format!("dt must be positive, not {dt}"));
        }
        Ok(Simulation {
            dt,
            damping: self.damping.unwrap_or(0.1),
            steps: self.steps.unwrap_or(10),
        })
    }
}

#[differentiable]
impl Simulation {
    fn run(&self, x: f64) -> f64 {
        let (mut x, mut v) = (x, 0.0);
        for _ in 0..self.steps {
            v -= self.dt * (x + self.damping * v);
            x += self.dt * v;
        }
        x
    }
}

#[differentiable]
fn runs(p: &[f64]) -> f64 {
    let one = Settings::default().dt(p[0]).damping(p[1]).steps(5);
    let one = one.build().expect("it is positive");
    let other = Settings::default().dt(p[1]).build().unwrap();
    let scaled = Settings::default().damping(p[0]).scaled(p[1]).build();
    one.run(1.0) + other.run(p[2]) + scaled.unwrap().run(p[0])
}

#[differentiable]
fn from_outside(x: &[f64]) -> f64 {
    let settings = Settings {
        dt: Some(x[0]),
        steps: Some(4),
        ..Settings::default()
    };
    let n = settings.steps.unwrap_or(3);
    let m = settings.steps.unwrap_or_default()
        + settings.name.as_ref().map_or(0, |name| name.len())
        + settings.name.as_deref().unwrap_or("ab").len();
    let k = match settings.steps {
        Some(n) if !settings.verbose.unwrap_or(false) => n,
        _ => 9,
    };
    settings.dt.unwrap_or(0.0).powi(n as i32) + m as f64 * x[1] + k as f64 * x[0]
}

#[test]
fn gradients_are_right() {
    let p = [0.1, 0.7, 0.9];
    assert_grad(runs, &p, &runs::gradient(&p));
    let x = [0.3, 0.7];
    assert_grad(from_outside, &x, &from_outside::gradient(&x));
}
