use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
enum Light {
    Off,
    Dim(f64),
    Bright { level: f64, since: f64 },
}

#[derive(Clone, Debug, Differentiable)]
struct Lamp {
    light: Light,
    used: f64,
    switches: usize,
}

#[differentiable]
impl Lamp {
    fn tick(&mut self, dt: f64) -> f64 {
        match &mut self.light {
            Light::Off => {
                self.light = Light::Dim(dt);
                0.0
            }
            Light::Dim(level) => {
                self.switches += 1;
                *level *= 1.0 + dt;
                let enough = *level * 2.0;
                self.used += *level;
                if enough > 1.0 {
                    self.light = Light::Bright {
                        level: enough,
                        since: 0.0,
                    };
                    self.switches += 1;
                }
                enough * dt
            }
            Light::Bright { level, since } => {
                *since += dt;
                *level -= 0.1 * *since;
                let (l, mut s) = (*level, *since);
                s *= 2.0;
                self.used += l;
                if s > 2.0 {
                    self.light = Light::Off;
                    return s * l;
                } else {
                    *level += dt;
                }
                l
            }
        }
    }
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut lamp = Lamp {
        light: Light::Off,
        used: 0.0,
        switches: 0,
    };
    let mut s = 0.0;
    for _ in 0..4 {
        for d in x {
            s += lamp.tick(*d) * *d;
        }
    }
    s += match lamp.light {
        Light::Off => 1.0,
        Light::Dim(a) => a,
        Light::Bright { level, since } => level * since,
    };
    s * lamp.used + lamp.switches as f64
}

#[test]
fn gradient_is_right() {
    for x in [[0.71, 0.3, 0.9], [0.51, 0.1, 0.4], [0.6, 0.11, 0.3]] {
        assert_grad(f, &x, &f::gradient(&x));
    }
}
