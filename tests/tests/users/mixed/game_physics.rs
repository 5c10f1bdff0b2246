use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Button {
    Left,
    Right,
    Jump,
    None,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Player {
    x: f64,
    y: f64,
    vx: f64,
    vy: f64,
    on_ground: bool,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Tuning {
    accel: f64,
    friction: f64,
    jump: f64,
    gravity: f64,
}

#[differentiable]
impl Player {
    fn update(&mut self, #[constant] input: Button, t: &Tuning, dt: f64) {
        match input {
            Button::Left => self.vx -= t.accel * dt,
            Button::Right => self.vx += t.accel * dt,
            Button::Jump if self.on_ground => {
                self.vy = t.jump;
                self.on_ground = false;
            }
            Button::Jump | Button::None => {}
        }
        if self.on_ground {
            self.vx *= 1.0 - t.friction * dt;
        } else {
            self.vy -= t.gravity * dt;
        }
        self.x += self.vx * dt;
        self.y += self.vy * dt;
        if self.y <= 0.0 && !self.on_ground {
            self.y = 0.0;
            self.vy = 0.0;
            self.on_ground = true;
        }
    }
}

#[differentiable]
fn distance(t: &Tuning, script: &str) -> f64 {
    let mut p = Player {
        x: 0.0,
        y: 0.0,
        vx: 0.0,
        vy: 0.0,
        on_ground: true,
    };
    let mut peak = 0.0;
    for c in script.chars() {
        let b = match c {
            'l' => Button::Left,
            'r' => Button::Right,
            'j' => Button::Jump,
            _ => Button::None,
        };
        p.update(b, t, 0.1);
        if p.y > peak {
            peak = p.y;
        }
    }
    p.x + 2.0 * peak
}

#[test]
fn gradient_is_right() {
    let mk = |v: &[f64]| Tuning {
        accel: v[0],
        friction: v[1],
        jump: v[2],
        gravity: v[3],
    };
    let v = [4.0, 0.7, 2.0, 9.0];
    let g = distance::gradient(&mk(&v), "rrrjr..l...rrj.");
    assert_grad(
        |v| distance(&mk(v), "rrrjr..l...rrj."),
        &v,
        &[g.accel, g.friction, g.jump, g.gravity],
    );
}
