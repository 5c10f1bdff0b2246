use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::collections::VecDeque;

#[derive(Clone, Copy, Debug, Differentiable)]
struct Job {
    arrival: f64,
    work: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Server {
    rate: f64,
    clock: f64,
    waiting: f64,
}

#[differentiable]
impl Server {
    fn serve(&mut self, job: Job) -> f64 {
        let start = if job.arrival > self.clock {
            job.arrival
        } else {
            self.clock
        };
        self.waiting += start - job.arrival;
        self.clock = start + job.work / self.rate;
        self.clock
    }
}

#[differentiable]
fn mean_sojourn(arrivals: &[f64], works: &[f64], rate: f64) -> f64 {
    let mut queue: VecDeque<Job> = arrivals
        .iter()
        .zip(works)
        .map(|(&arrival, &work)| Job { arrival, work })
        .collect();
    let mut server = Server {
        rate,
        clock: 0.0,
        waiting: 0.0,
    };
    let mut n = 0;
    let mut total = 0.0;
    while let Some(job) = queue.pop_front() {
        let done = server.serve(job);
        total += done - job.arrival;
        n += 1;
    }
    total / f64::from(n) + server.waiting.powi(2)
}

#[test]
fn gradient_is_right() {
    let a = [0.1, 0.4, 2.0, 2.2];
    let w = [0.7, 0.5, 0.9, 0.3];
    let (da, dw, dr) = mean_sojourn::gradient(&a, &w, 1.2);
    assert_grad(|a| mean_sojourn(a, &w, 1.2), &a, &da);
    assert_grad(|w| mean_sojourn(&a, w, 1.2), &w, &dw);
    assert_grad(|r| mean_sojourn(&a, &w, r[0]), &[1.2], &[dr]);
}
