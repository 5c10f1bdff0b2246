use crate::check;
use pullback::{Differentiable, differentiable};
#[differentiable]
trait Force {
    fn apply(&self, x: f64, v: f64, t: f64) -> f64;
    fn potential(&self, _x: f64) -> f64 {
        0.0
    }
}
#[derive(Clone, Differentiable)]
struct Spring {
    k: f64,
    rest: f64,
}
#[derive(Clone, Differentiable)]
struct Drag {
    linear: f64,
    quadratic: f64,
}
#[derive(Clone, Differentiable)]
struct Periodic {
    amplitude: f64,
    frequency: f64,
    phase: f64,
}
#[derive(Clone, Differentiable)]
struct Gravity;
#[differentiable]
impl Force for Spring {
    fn apply(&self, x: f64, _v: f64, _t: f64) -> f64 {
        -self.k * (x - self.rest)
    }
    fn potential(&self, x: f64) -> f64 {
        0.5 * self.k * (x - self.rest).powi(2)
    }
}
#[differentiable]
impl Force for Drag {
    fn apply(&self, _: f64, v: f64, _: f64) -> f64 {
        -self.linear * v - self.quadratic * v * v.abs()
    }
}
#[differentiable]
impl Force for Periodic {
    fn apply(&self, _x: f64, _v: f64, t: f64) -> f64 {
        self.amplitude * (self.frequency * t + self.phase).sin()
    }
}
#[differentiable]
impl Force for Gravity {
    fn apply(&self, _x: f64, _v: f64, _t: f64) -> f64 {
        -9.81
    }
}

#[derive(Differentiable)]
struct World {
    forces: Vec<Box<dyn Force>>,
    mass: f64,
    x: f64,
    v: f64,
    t: f64,
}
#[differentiable]
impl World {
    fn new(mass: f64) -> Self {
        World {
            forces: Vec::new(),
            mass,
            x: 0.0,
            v: 0.0,
            t: 0.0,
        }
    }
    fn add(&mut self, force: Box<dyn Force>) {
        self.forces.push(force);
    }
    fn total_force(&self) -> f64 {
        self.forces
            .iter()
            .map(|f| f.apply(self.x, self.v, self.t))
            .sum()
    }
    fn step(&mut self, dt: f64) {
        let a = self.total_force() / self.mass;
        self.v += a * dt;
        self.x += self.v * dt;
        self.t += dt;
    }
    fn energy(&self) -> f64 {
        0.5 * self.mass * self.v * self.v
            + self.forces.iter().map(|f| f.potential(self.x)).sum::<f64>()
    }
}
#[differentiable]
fn run(p: &[f64]) -> f64 {
    let mut world = World::new(p[0]);
    world.add(Box::new(Spring { k: p[1], rest: 0.2 }));
    world.add(Box::new(Drag {
        linear: p[2],
        quadratic: 0.05,
    }));
    world.add(Box::new(Periodic {
        amplitude: p[3],
        frequency: 2.0,
        phase: 0.3,
    }));
    world.add(Box::new(Gravity));
    for _ in 0..20 {
        world.step(0.05);
    }
    world.energy()
}
#[test]
fn objects_without_clone() {
    check(run, |x| run::gradient(x), &[&[1.2, 30.0, 0.3, 4.0]]);
}

#[derive(Differentiable)]
struct Measured {
    gain: f64,
    #[constant]
    table: Box<dyn Fn(f64) -> f64>,
}

#[differentiable]
impl Force for Measured {
    fn apply(&self, x: f64, _: f64, _: f64) -> f64 {
        self.gain * x
    }
}

#[differentiable]
fn measured(gain: f64) -> f64 {
    let mut world = World::new(1.0);
    world.add(Box::new(Measured {
        gain,
        table: Box::new(|x| x),
    }));
    world.step(0.1);
    world.energy()
}

#[test]
#[should_panic(expected = "implement `Clone` for it")]
fn an_object_without_a_copy() {
    measured::gradient(1.0);
}
