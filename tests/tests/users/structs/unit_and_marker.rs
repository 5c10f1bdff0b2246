use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct Gravity;

#[differentiable]
impl Gravity {
    const G: f64 = 9.81;

    fn potential(&self, mass: f64, height: f64) -> f64 {
        mass * Self::G * height
    }
}

#[differentiable]
fn total_energy(mass: f64, height: f64, speed: f64) -> f64 {
    let field = Gravity;
    field.potential(mass, height) + 0.5 * mass * speed * speed
}

#[test]
fn gradient_is_right() {
    let (a, b, c) = total_energy::gradient(1.2, 3.0, 2.0);
    assert_grad(
        |v| total_energy(v[0], v[1], v[2]),
        &[1.2, 3.0, 2.0],
        &[a, b, c],
    );
}
