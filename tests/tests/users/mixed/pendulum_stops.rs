use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum Phase {
    Swinging { theta: f64, omega: f64 },
    Stopped { theta: f64 },
}

#[differentiable]
impl Phase {
    fn step(self, dt: f64, length: f64, friction: f64) -> Phase {
        match self {
            Phase::Swinging { theta, omega } => {
                let alpha = -9.81 / length * theta.sin() - friction * omega;
                let omega = omega + dt * alpha;
                let theta = theta + dt * omega;
                if theta > 0.8 {
                    Phase::Stopped {
                        theta: 0.8 + 0.1 * omega,
                    }
                } else {
                    Phase::Swinging { theta, omega }
                }
            }
            stopped @ Phase::Stopped { .. } => stopped,
        }
    }

    fn angle(&self) -> f64 {
        match self {
            Phase::Swinging { theta, .. } | Phase::Stopped { theta } => *theta,
        }
    }
}

#[differentiable]
fn final_angle(omega: f64, length: f64, friction: f64) -> f64 {
    let mut phase = Phase::Swinging { theta: 0.1, omega };
    for _ in 0..40 {
        phase = phase.step(0.02, length, friction);
    }
    phase.angle()
}

#[test]
fn gradient_is_right() {
    for w in [1.0, 4.0] {
        let (a, b, c) = final_angle::gradient(w, 1.2, 0.3);
        assert_grad(
            |v| final_angle(v[0], v[1], v[2]),
            &[w, 1.2, 0.3],
            &[a, b, c],
        );
    }
}
