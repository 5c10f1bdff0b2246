//! Payloads that an arm binds by value and hands on to a list whose type only rustc sees.

use crate::check;
use pullback::{Differentiable, differentiable};
use std::collections::VecDeque;

#[derive(Clone, Debug, Differentiable)]
struct Job {
    arrival: f64,
    work: f64,
    priority: u8,
}

#[derive(Clone, Debug, Differentiable)]
enum Event {
    Arrive(Job),
    Finish { at: f64 },
    Idle,
}

#[differentiable]
fn waited(jobs: &[Job], speed: f64) -> f64 {
    let mut waiting: VecDeque<Job> = VecDeque::new();
    let mut current: Option<Job> = None;
    let (mut clock, mut total) = (0.0, 0.0);
    let mut pending = jobs.iter().cloned().collect::<VecDeque<_>>();
    loop {
        let event = match (&current, pending.front()) {
            (Some(job), _) => Event::Finish {
                at: clock + job.work / speed,
            },
            (None, Some(_)) => Event::Arrive(pending.pop_front().unwrap()),
            (None, None) => Event::Idle,
        };
        match event {
            Event::Arrive(job) => {
                if job.arrival > clock {
                    clock = job.arrival;
                }
                if job.priority > 1 {
                    waiting.push_front(job);
                } else {
                    waiting.push_back(job);
                }
            }
            Event::Finish { at } => {
                clock = at;
                current = None;
            }
            Event::Idle if waiting.is_empty() => break,
            Event::Idle => {}
        }
        if current.is_none()
            && let Some(next) = waiting.pop_front()
        {
            total += clock - next.arrival;
            current = Some(next);
        }
    }
    total + 0.1 * clock
}

fn jobs(x: &[f64]) -> Vec<Job> {
    let jobs = x.chunks_exact(2).enumerate();
    let job = |(i, of): (usize, &[f64])| Job {
        arrival: of[0],
        work: of[1],
        priority: i as u8,
    };
    jobs.map(job).collect()
}

#[test]
fn gradients_are_right() {
    check(
        |x| waited(&jobs(x), x[6]),
        |x| {
            let (by_jobs, by_speed) = waited::gradient(&jobs(x), x[6]);
            let by_jobs = by_jobs.iter().flat_map(|j| [j.arrival, j.work]);
            by_jobs.chain([by_speed]).collect()
        },
        &[
            &[0.5, 1.0, 0.7, 2.0, 1.2, 0.4, 1.5],
            &[0.2, 0.3, 1.7, 0.2, 1.9, 0.6, 0.8],
        ],
    );
}
