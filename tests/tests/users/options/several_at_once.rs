//! References to several payloads, asked for in one pattern.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Default, Differentiable)]
struct Entity {
    thrust: Option<f64>,
    fuel: Option<f64>,
    position: f64,
}

#[differentiable]
impl Entity {
    fn burn(&mut self, dt: f64) {
        if let (Some(thrust), Some(fuel)) = (self.thrust, self.fuel.as_mut()) {
            *fuel -= dt * thrust;
        }
    }

    fn settle(&mut self) {
        match (self.thrust.as_mut(), self.fuel.as_mut()) {
            (Some(thrust), Some(fuel)) => {
                let before = *thrust;
                *thrust = *fuel * 2.0;
                *fuel = before;
            }
            (Some(thrust), None) => *thrust *= self.position,
            _ => self.position += 1.0,
        }
    }

    fn range(&self) -> f64 {
        if let (Some(thrust), Some(fuel)) = (self.thrust.as_ref(), self.fuel.as_ref()) {
            thrust * fuel
        } else {
            self.position
        }
    }
}

#[differentiable]
fn all(p: &[f64]) -> f64 {
    let mut a = Entity {
        thrust: Some(p[0]),
        fuel: Some(p[1]),
        position: p[2],
    };
    let mut b = Entity {
        thrust: Some(p[1]),
        position: p[2],
        ..Default::default()
    };
    let mut c = Entity {
        position: p[0],
        ..Entity::default()
    };
    a.burn(p[2]);
    let before = a.range();
    for entity in [&mut a, &mut b, &mut c] {
        entity.settle();
    }
    b.burn(1.0);
    before * a.range() + b.range() * b.thrust.unwrap_or(0.0) + c.range() * c.position
}

#[test]
fn gradient_is_right() {
    for p in [[1.0, 2.0, 3.0], [0.3, -0.5, 0.7]] {
        assert_grad(all, &p, &all::gradient(&p));
    }
}
