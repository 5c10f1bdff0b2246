//! Bare enums that derive nothing, got from fields, chosen, and asked by their own methods; and what looks like them.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, PartialEq)]
enum Phase {
    Boost,
    Coast,
    Land,
}

impl Phase {
    fn share(&self) -> f64 {
        match self {
            Phase::Boost => 1.0,
            Phase::Coast => 0.0,
            Phase::Land => 0.3,
        }
    }
    fn after(self) -> Phase {
        match self {
            Phase::Boost => Phase::Coast,
            _ => Phase::Land,
        }
    }
}

#[derive(Clone, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

type Energy = f64;

#[derive(Clone, Differentiable)]
struct Rocket {
    place: Point,
    start: Point,
    speed: f64,
    fuel: f64,
    phase: Phase,
}

#[differentiable]
impl Rocket {
    fn phase(&self) -> Phase {
        self.phase
    }
    fn next_phase(&self) -> Phase {
        match self.phase {
            Phase::Boost if self.fuel <= 0.0 => Phase::Coast,
            Phase::Coast if self.speed < 0.0 => Phase::Land,
            phase => phase,
        }
    }
    // By its name alone, this may be such a type as well.
    fn higher(&self) -> Point {
        if self.place.y > self.start.y {
            self.place.clone()
        } else {
            self.start.clone()
        }
    }
    fn kinetic(&self) -> Energy {
        self.speed * self.speed / 2.0
    }
    fn step(&mut self, thrust: f64, dt: f64) {
        if self.phase() == Phase::Boost {
            self.fuel -= dt;
        }
        self.speed += (pushed(self.phase(), thrust) - 9.8) * dt;
        self.place.y += self.speed * dt;
        self.phase = self.next_phase();
    }
}

#[differentiable]
fn pushed(phase: Phase, thrust: f64) -> f64 {
    phase.share() * thrust
}

#[differentiable]
fn later(phase: Phase, thrust: f64) -> f64 {
    let next = phase.after();
    phase.share() * thrust * thrust + pushed(next, thrust)
}

#[differentiable]
fn height(rocket: &Rocket, scale: f64) -> f64 {
    match rocket.higher().y > 1.0 {
        true => rocket.higher().y * scale,
        false => rocket.higher().x,
    }
}

#[differentiable]
fn flight(x: &[f64]) -> f64 {
    let mut rocket = Rocket {
        place: Point { x: x[0], y: x[1] },
        start: Point { x: x[1], y: 2.0 },
        speed: x[2],
        fuel: 0.55,
        phase: Phase::Boost,
    };
    for _ in 0..12 {
        rocket.step(x[3], 0.1);
    }
    height(&rocket, x[0])
        + rocket.kinetic()
        + later(rocket.phase(), x[3])
        + later(Phase::Boost, x[2])
}

#[test]
fn gradients_are_right() {
    for x in [[0.4, 1.0, 5.0, 15.0], [0.4, 1.0, 5.0, 40.0]] {
        assert_grad(flight, &x, &flight::gradient(&x));
        assert_grad(flight, &x, &flight::gradient(&x));
    }
    let rocket = Rocket {
        place: Point { x: 1.0, y: 2.0 },
        start: Point { x: 1.0, y: 3.0 },
        speed: 4.0,
        fuel: 1.0,
        phase: Phase::Land,
    };
    assert_eq!(rocket.kinetic_gradient().speed, 4.0);
    assert_eq!(later::gradient(Phase::Coast, 2.0), 0.3);
    let (higher, pullback) = rocket.higher_vjp();
    assert_eq!(higher.y, 3.0);
    assert_eq!(pullback.call(PointTangent { x: 2.0, y: 5.0 }).start.y, 5.0);
}
