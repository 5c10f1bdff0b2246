//! Objects that change at every step of a loop.

mod pid {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    #[derive(Clone, Debug, Default, Differentiable)]
    struct Pid {
        kp: f64,
        ki: f64,
        kd: f64,
        integral: f64,
        last: Option<f64>,
        limits: Option<(f64, f64)>,
    }
    #[differentiable]
    impl Pid {
        fn with_gains(kp: f64, ki: f64, kd: f64) -> Self {
            Pid {
                kp,
                ki,
                kd,
                ..Default::default()
            }
        }
        fn limited(mut self, lo: f64, hi: f64) -> Self {
            self.limits = Some((lo, hi));
            self
        }
        fn update(&mut self, error: f64, dt: f64) -> f64 {
            self.integral += error * dt;
            let derivative = match self.last.replace(error) {
                Some(last) => (error - last) / dt,
                None => 0.0,
            };
            let out = self.kp * error + self.ki * self.integral + self.kd * derivative;
            if let Some((lo, hi)) = self.limits {
                out.clamp(lo, hi)
            } else {
                out
            }
        }
    }
    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Plant {
        x: f64,
        v: f64,
    }
    #[differentiable]
    impl Plant {
        fn step(&mut self, u: f64, dt: f64) -> f64 {
            self.v += dt * (u - 0.5 * self.v);
            self.x += dt * self.v;
            self.x
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut pid = Pid::with_gains(x[0], x[1], x[2]).limited(-2.0, 2.0);
        let mut plant = Plant { x: 0.0, v: 0.0 };
        let mut cost = 0.0;
        let mut y = plant.x;
        for _ in 0..10 {
            let u = pid.update(1.0 - y, 0.1);
            y = plant.step(u, 0.1);
            cost += (1.0 - y).powi(2) + 1e-3 * u * u;
        }
        cost
    }

    #[test]
    fn gradient_is_right() {
        let x = [1.3, 0.7, 0.2];
        let gradient = f::gradient(&x);
        assert_grad(f, &x, &gradient);
        assert_eq!(gradient, f::gradient(&x));
        let x = [2.6, 0.1, 0.02];
        let gradient = f::gradient(&x);
        assert_grad(f, &x, &gradient);
        assert_eq!(gradient, f::gradient(&x));
    }
}

mod queue {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    #[derive(Clone, Debug, Differentiable)]
    struct Job {
        arrival: f64,
        work: f64,
        class: u8,
    }
    #[derive(Clone, Debug, Default, Differentiable)]
    struct Server {
        queue: Vec<Job>,
        clock: f64,
        done: Vec<(u8, f64)>,
    }
    #[differentiable]
    impl Server {
        fn submit(&mut self, job: Job) {
            self.queue.push(job);
        }
        fn run(&mut self, rate: f64) {
            while !self.queue.is_empty() {
                let i = (0..self.queue.len())
                    .min_by(|&a, &b| self.queue[a].work.total_cmp(&self.queue[b].work))
                    .unwrap();
                let job = self.queue.swap_remove(i);
                let start = self.clock.max(job.arrival);
                self.clock = start + job.work / rate;
                self.done.push((job.class, self.clock - job.arrival));
            }
        }
        fn report(&mut self) -> f64 {
            let done = std::mem::take(&mut self.done);
            done.into_iter()
                .map(|(c, t)| if c == 0 { t } else { 2.0 * t })
                .sum()
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut s = Server::default();
        for (i, w) in x.iter().enumerate().skip(1) {
            s.submit(Job {
                arrival: 0.1 * i as f64,
                work: w * w,
                class: (i % 2) as u8,
            });
        }
        s.run(x[0]);
        s.report() + s.clock
    }

    #[test]
    fn gradient_is_right() {
        let x = [1.3, 0.7, -0.2, 0.9];
        let gradient = f::gradient(&x);
        assert_grad(f, &x, &gradient);
        assert_eq!(gradient, f::gradient(&x));
    }
}
