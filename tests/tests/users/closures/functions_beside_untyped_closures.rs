use crate::check;
use pullback::{Differentiable, differentiable};
#[derive(Clone, Differentiable)]
struct Trajectory<F> {
    profile: F,
    duration: f64,
}
#[differentiable]
impl<F: Fn(f64) -> f64> Trajectory<F> {
    fn new(profile: F, duration: f64) -> Self {
        Self { profile, duration }
    }
    fn position(&self, t: f64) -> f64 {
        (self.profile)((t / self.duration).clamp(0.0, 1.0))
    }
    fn length(&self, n: usize) -> f64 {
        let dt = self.duration / n as f64;
        (0..n)
            .map(|i| (self.position((i + 1) as f64 * dt) - self.position(i as f64 * dt)).abs())
            .sum()
    }
}
#[differentiable]
fn smoothstep(x: f64) -> f64 {
    x * x * (3.0 - 2.0 * x)
}
#[differentiable]
fn compose(f: impl Fn(f64) -> f64, g: impl Fn(f64) -> f64) -> impl Fn(f64) -> f64 {
    move |x| g(f(x))
}
#[differentiable]
fn objective(p: &[f64]) -> f64 {
    let amp = p[0];
    let t1 = Trajectory::new(move |s| amp * (3.0 * s).sin(), p[1]);
    let t2 = Trajectory::new(smoothstep, p[2]);
    let f = compose(smoothstep, |x| amp * x + 1.0);
    t1.length(5) + t2.position(0.4) * t1.position(0.3) + f(p[1] * 0.3)
}
#[test]
fn functions_beside_untyped_closures() {
    check(objective, |x| objective::gradient(x), &[&[0.8, 1.5, 1.2]]);
}
