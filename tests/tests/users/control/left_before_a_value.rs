//! What a body gives at its end was there before something may have left it.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn saturated(gain: f64, limit: f64) -> f64 {
    let wanted = 2.0 * gain;
    if wanted > limit {
        return limit * limit;
    }
    wanted
}

#[test]
fn a_variable_after_a_return() {
    for p in [[1.0, 3.0], [2.0, 3.0]] {
        let (a, b) = saturated::gradient(p[0], p[1]);
        assert_grad(|v| saturated(v[0], v[1]), &p, &[a, b]);
    }
}

#[differentiable]
fn first_above(levels: &[f64], scale: f64) -> f64 {
    let fallback = scale * levels[0];
    for &level in levels {
        let scaled = match level {
            l if l < 0.0 => continue,
            l => {
                let squared = l * scale;
                if squared > 10.0 {
                    return scale;
                }
                squared
            }
        };
        if scaled > 4.0 {
            return scaled * scaled;
        }
    }
    fallback
}

#[test]
fn a_variable_after_a_loop_that_returns() {
    for (levels, scale) in [
        ([1.0, -2.0, 3.0], 0.5),
        ([1.0, -2.0, 3.0], 2.0),
        ([1.0, 5.0, 3.0], 3.0),
    ] {
        let (by_levels, by_scale) = first_above::gradient(&levels, scale);
        let p = [levels[0], levels[1], levels[2], scale];
        let g = [by_levels[0], by_levels[1], by_levels[2], by_scale];
        assert_grad(|v| first_above(&v[..3], v[3]), &p, &g);
    }
}

#[derive(Differentiable, Clone, Default)]
struct Pid {
    gains: (f64, f64, f64),
    integral: f64,
    previous: Option<f64>,
    limits: Option<(f64, f64)>,
}

#[differentiable]
impl Pid {
    fn step(&mut self, error: f64, dt: f64) -> f64 {
        let slope = match self.previous.replace(error) {
            Some(previous) => (error - previous) / dt,
            None => 0.0,
        };
        self.integral += error * dt;
        let u = self.gains.0 * error + self.gains.1 * self.integral + self.gains.2 * slope;
        if let Some((low, high)) = self.limits {
            if u > high || u < low {
                self.integral -= error * dt; // no wind-up
                return u.clamp(low, high);
            }
        }
        u
    }
}

#[differentiable]
fn cost(p: &[f64], limited: bool) -> f64 {
    let mut pid = Pid {
        gains: (p[0], p[1], p[2]),
        limits: limited.then(|| (-p[3], p[3])),
        ..Pid::default()
    };
    let (mut position, mut velocity, mut cost) = (0.0, 0.0, 0.0);
    for k in 0..40 {
        let error = if k < 20 { 1.0 } else { -0.5 } - position;
        let force = pid.step(error, 0.05);
        velocity += (force - 0.3 * velocity) * 0.05;
        position += velocity * 0.05;
        cost += error * error + 0.01 * force * force;
    }
    cost
}

#[test]
fn a_controller_that_saturates() {
    for (p, limited) in [
        ([4.0, 0.5, 1.0, 3.0], true),
        ([4.0, 0.5, 1.0, 3.0], false),
        ([10.0, 2.0, 3.0, 1.5], true),
    ] {
        assert_grad(|v| cost(v, limited), &p, &cost::gradient(&p, limited));
    }
}
