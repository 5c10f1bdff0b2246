use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Differentiable)]
struct Spring {
    stiffness: f64,
    softening: f64,
    name: String,
}

#[differentiable]
impl Spring {
    fn force(&self, x: f64) -> f64 {
        self.stiffness * x / (1.0 + self.softening * x * x)
    }
}

#[differentiable]
fn slope(spring: &Spring, x: f64) -> f64 {
    spring.stiffness - 3.0 * spring.softening * x
}

#[differentiable]
fn integrate(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    let h = (b - a) / 8.0;
    (0..8).map(|i| h * f(a + (i as f64 + 0.5) * h)).sum()
}

#[differentiable]
fn heun(f: impl Fn(f64, f64) -> f64, mut y: f64, steps: usize) -> f64 {
    for i in 0..steps {
        let t = 0.1 * i as f64;
        let k = f(t, y);
        y += 0.05 * (k + f(t + 0.1, y + 0.1 * k));
    }
    y
}

#[differentiable]
fn spring(x: &[f64]) -> Spring {
    Spring {
        stiffness: x[0],
        softening: x[1],
        name: "main".into(),
    }
}

#[differentiable]
fn work(x: &[f64]) -> f64 {
    let spring = spring(x);
    integrate(|t| spring.force(t) + spring.name.len() as f64, 0.0, x[2]) * spring.stiffness
}

#[differentiable]
fn moved(x: &[f64]) -> f64 {
    let spring = spring(x);
    let curve = move |t: f64| spring.force(t) - slope(&spring, t);
    integrate(&curve, 0.0, x[2]) + curve(x[0])
}

#[differentiable]
fn chain(x: &[f64]) -> f64 {
    let springs = vec![spring(x), spring(&x[1..])];
    heun(
        |t, y| springs.iter().map(|s| s.force(t) - 0.1 * s.force(y)).sum(),
        x[2],
        4,
    )
}

#[test]
fn gradients() {
    let points: [&[f64]; 2] = [&[1.2, 0.3, 0.9], &[0.4, 1.5, 2.0]];
    check(work, |x| work::gradient(x), &points);
    check(moved, |x| moved::gradient(x), &points);
    check(chain, |x| chain::gradient(x), &points);
}
