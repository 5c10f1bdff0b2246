use crate::check;
use pullback::{Differentiable, differentiable};
#[derive(Clone, Differentiable)]
struct Body {
    pos: [f64; 2],
    mass: f64,
}
#[differentiable]
impl Body {
    fn distance(&self, other: &Body) -> f64 {
        let dx = self.pos[0] - other.pos[0];
        let dy = self.pos[1] - other.pos[1];
        dx.hypot(dy)
    }
    fn shove(&mut self, k: f64) {
        self.pos[0] += k;
        self.pos[1] -= k;
    }
}
#[derive(Clone, Differentiable)]
struct World {
    bodies: Vec<Body>,
}
#[differentiable]
impl World {
    fn body(&self, i: usize) -> &Body {
        &self.bodies[i]
    }
    fn energy(&self) -> f64 {
        let a = self.body(0);
        let b = self.body(1);
        a.mass * b.mass / a.distance(b)
    }
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut w = World {
        bodies: vec![
            Body {
                pos: [x[0], x[1]],
                mass: 2.0,
            },
            Body {
                pos: [x[2], x[3]],
                mass: x[0],
            },
        ],
    };
    let a = &w.bodies[0];
    let b = &w.bodies[1];
    let d = a.distance(b);
    let p = w.body(0);
    let q = w.body(1);
    let e = p.distance(q) * p.mass;
    w.bodies[0].shove(d);
    let (a, b) = (w.body(0), w.body(1));
    let k = a.distance(b);
    w.bodies[1].shove(k);
    w.energy() + e
}

#[test]
fn gradient_is_right() {
    check(
        f,
        |x| f::gradient(x),
        &[&[1.0, 2.0, 0.1, 0.7], &[-1.0, 0.5, 0.2, 4.0]],
    );
}
