use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Wheel {
    radius: f64,
    omega: f64,
}

#[differentiable]
impl Wheel {
    fn spin(&mut self, torque: f64, dt: f64) {
        self.omega += torque / (self.radius * self.radius) * dt;
    }
    fn speed(&self) -> f64 {
        self.radius * self.omega
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Car {
    wheels: [Wheel; 2],
    mass: f64,
    v: f64,
}

#[differentiable]
impl Car {
    fn drive(&mut self, throttle: f64, dt: f64) {
        for w in self.wheels.iter_mut() {
            w.spin(throttle, dt);
        }
        let target = self.wheels.iter().map(|w| w.speed()).sum::<f64>() / self.wheels.len() as f64;
        self.v += (target - self.v) / self.mass * dt;
        self.wheels[0].omega *= 0.95;
    }
}

#[differentiable]
fn travelled(radius: f64, mass: f64, throttle: &[f64]) -> f64 {
    let w = Wheel { radius, omega: 0.0 };
    let mut car = Car {
        wheels: [
            w,
            Wheel {
                radius: 1.1 * radius,
                ..w
            },
        ],
        mass,
        v: 0.0,
    };
    let mut x = 0.0;
    for &t in throttle {
        car.drive(t, 0.1);
        x += car.v * 0.1;
    }
    x
}

#[test]
fn gradient_is_right() {
    let t = [1.0, 0.8, 0.2, -0.5, 0.9];
    let (r, m, dt) = travelled::gradient(0.4, 2.0, &t);
    assert_grad(|v| travelled(v[0], v[1], &t), &[0.4, 2.0], &[r, m]);
    assert_grad(|t| travelled(0.4, 2.0, t), &t, &dt);
}
