use pullback::{Differentiable, differentiable};

trait Force {
    fn at(&self, x: f64) -> f64;
    fn relax(&mut self, rate: f64);
}

#[derive(Differentiable)]
struct Damped<F> {
    force: F,
    damping: f64,
}

#[differentiable]
impl<F: Force> Damped<F> {
    fn at(&self, x: f64, v: f64) -> f64 {
        self.force.at(x) - self.damping * v
    }
}

#[differentiable]
fn total<F: Force>(forces: &[F], x: f64) -> f64 {
    forces.iter().map(|force| force.at(x)).sum()
}

#[differentiable]
fn relaxed(force: &mut impl Force, rate: f64) -> f64 {
    force.relax(rate);
    rate * rate
}

trait System<const N: usize> {
    fn rates(&self, state: &[f64; N]) -> [f64; N];
}

#[differentiable]
fn stepped<const N: usize, S: System<N>>(system: &S, state: [f64; N], h: f64) -> f64 {
    let rates = system.rates(&state);
    state[0] + h * rates[0]
}

fn main() {}
