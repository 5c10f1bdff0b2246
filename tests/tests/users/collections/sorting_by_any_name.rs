use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Job {
    cost: f64,
    gain: f64,
}

/// The variables are called as everybody calls them.
#[differentiable]
fn alternating(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..3 {
        let mut order: Vec<f64> = x.to_vec();
        order.sort_by(|a, b| {
            if i == 1 {
                b.total_cmp(a)
            } else {
                a.total_cmp(b)
            }
        });
        s += order[0] * order[0] * (i as f64 + 1.0);
    }
    s
}

#[differentiable]
fn by_tables(x: &[f64]) -> f64 {
    let j = 2;
    let mut near = x.to_vec();
    near.sort_by_key(|a| ((a - x[j]).abs() * 1e6) as i64);
    let indices = [2usize, 0, 1];
    let mut moved = x.to_vec();
    moved.sort_by_key(|at| indices[(at.abs() * 2.0) as usize % 3]);
    near[1] * near[1] + near[0] * 3.0 + moved[0] * moved[0]
}

/// References are put in order, what they refer to stays where it is.
#[differentiable]
fn by_reference(jobs: &[Job]) -> f64 {
    let mut order: Vec<&Job> = jobs.iter().collect();
    order.sort_by(|a, b| a.cost.partial_cmp(&b.cost).unwrap());
    let mut clock = 0.0;
    let mut total = 0.0;
    for job in &order {
        clock += job.cost;
        total += job.gain * (-clock).exp();
    }
    total + order[0].gain * jobs[0].cost
}

#[differentiable]
fn schedule(x: &[f64]) -> f64 {
    let jobs: Vec<Job> = x
        .chunks(2)
        .map(|c| Job {
            cost: c[0],
            gain: c[1],
        })
        .collect();
    by_reference(&jobs)
}

#[test]
fn sorting_by_any_name() {
    for x in [
        [0.3, 0.8, 1.2, 0.55],
        [0.85, 0.1, -0.45, 0.35],
        [1.4, -0.2, 0.7, 0.9],
    ] {
        for _ in 0..2 {
            assert_grad(alternating, &x, &alternating::gradient(&x));
            assert_grad(by_tables, &x[..3], &by_tables::gradient(&x[..3]));
            assert_grad(schedule, &x, &schedule::gradient(&x));
        }
    }
}
