use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Pid {
    kp: f64,
    ki: f64,
    kd: f64,
    integral: f64,
    previous: Option<f64>,
    limit: f64,
}

#[differentiable]
impl Pid {
    fn new(kp: f64, ki: f64, kd: f64) -> Self {
        Pid {
            kp,
            ki,
            kd,
            integral: 0.0,
            previous: None,
            limit: 2.0,
        }
    }

    fn step(&mut self, error: f64, dt: f64) -> f64 {
        self.integral += error * dt;
        let derivative = match self.previous {
            Some(prev) => (error - prev) / dt,
            None => 0.0,
        };
        self.previous = Some(error);
        let out = self.kp * error + self.ki * self.integral + self.kd * derivative;
        out.clamp(-self.limit, self.limit)
    }
}

#[differentiable]
fn tracking_cost(gains: [f64; 3], setpoint: f64, steps: usize) -> f64 {
    let [kp, ki, kd] = gains;
    let mut pid = Pid::new(kp, ki, kd);
    let dt = 0.1;
    let mut temp = 0.0;
    let mut cost = 0.0;
    for _ in 0..steps {
        let e = setpoint - temp;
        let u = pid.step(e, dt);
        temp += dt * (u - 0.5 * temp);
        cost += e * e * dt;
    }
    cost
}

#[test]
fn gradient_is_right() {
    let g = [2.5, 0.8, 0.05];
    let (dg, ds) = tracking_cost::gradient(g, 1.0, 25);
    assert_grad(|v| tracking_cost([v[0], v[1], v[2]], 1.0, 25), &g, &dg);
    assert_grad(|v| tracking_cost(g, v[0], 25), &[1.0], &[ds]);
}
