//! Fields that are lists of options, or of lists, whose parts change where they are there.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Body {
    p: f64,
    v: f64,
}

#[derive(Clone, Differentiable)]
struct World {
    slots: Vec<Option<Body>>,
    fixed: [Option<f64>; 3],
    rows: Vec<Vec<f64>>,
    bias: [[f64; 2]; 2],
}

#[differentiable]
impl World {
    fn step(&mut self, dt: f64) {
        for body in self.slots.iter_mut().flatten() {
            body.p += body.v * dt;
            body.v *= 0.9;
        }
        self.fixed.iter_mut().flatten().for_each(|v| *v *= dt);
        for v in self.rows.iter_mut().flatten() {
            *v = dt * *v * *v;
        }
        for v in self.bias.iter_mut().flatten().filter(|v| **v > 0.0) {
            *v += dt;
        }
    }

    fn clear(&mut self) {
        for slot in &mut self.slots {
            *slot = None;
        }
    }

    fn energy(&self) -> f64 {
        let bodies = self.slots.iter().flatten().map(|b| b.p * b.v).sum::<f64>();
        let rows = self.rows.iter().flatten().sum::<f64>();
        let bias = self.bias.iter().flatten().map(|b| b * b).sum::<f64>();
        bodies + self.fixed.iter().flatten().sum::<f64>() + rows * bias
    }
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut world = World {
        slots: vec![Some(Body { p: x[0], v: x[1] }), None],
        fixed: [Some(x[0]), None, Some(x[0] * x[1])],
        rows: vec![vec![x[0], x[1]], vec![], vec![x[2]]],
        bias: [[x[0], x[2]], [-0.5, x[1]]],
    };
    world.step(x[1]);
    world.step(0.5);
    let before = world.energy();
    world.clear();
    before * world.energy()
}

#[test]
fn gradient_is_right() {
    for at in [[0.7, 1.3, 0.4], [-0.4, 0.2, 1.1]] {
        let gradient = f::gradient(&at);
        assert_grad(f, &at, &gradient);
        assert_eq!(gradient, f::gradient(&at));
    }
}
