//! Elements to be changed that are looked for among those which a filter keeps.

use crate::check;
use pullback::{Differentiable, differentiable};
use std::collections::VecDeque;

#[derive(Clone, Debug, Differentiable)]
struct Body {
    id: u32,
    mass: f64,
    speed: f64,
}
#[differentiable]
fn served(x: &[f64], n: usize) -> f64 {
    let mut lanes: Vec<VecDeque<f64>> = vec![VecDeque::new(); n];
    for (i, &v) in x.iter().enumerate() {
        lanes[i % n].push_back(v);
    }
    let mut cost = 0.0;
    let mut count = 0;
    while let Some(lane) = lanes
        .iter_mut()
        .filter(|l| !l.is_empty())
        .max_by_key(|l| l.len())
    {
        let Some(job) = lane.pop_front() else {
            unreachable!("not empty")
        };
        if let Some(behind) = lane.front_mut() {
            *behind += 0.1 * job;
        }
        count += 1;
        if count == 2 {
            continue;
        }
        cost += job * job * count as f64;
        if cost > 50.0 {
            break;
        }
    }
    cost
}
#[differentiable]
fn bodies(x: &[f64]) -> f64 {
    let mut bodies: Vec<Body> = x
        .iter()
        .enumerate()
        .map(|(i, &mass)| Body {
            id: i as u32,
            mass,
            speed: mass * mass,
        })
        .collect();
    if let Some(b) = bodies
        .iter_mut()
        .filter(|b| b.mass > 0.0)
        .min_by(|a, b| a.speed.total_cmp(&b.speed))
    {
        b.mass *= 3.0;
        b.speed += b.mass;
    }
    if let Some(b) = bodies
        .iter_mut()
        .filter(|b| b.id > 0)
        .find(|b| b.mass < 1.0)
    {
        b.mass += x[0] * b.speed;
    }
    if let Some(b) = bodies.iter_mut().filter(|b| b.id > 1).next() {
        b.speed = b.mass.sin();
    }
    let Some(b) = bodies
        .iter_mut()
        .filter(|b| b.speed > -9.0)
        .max_by_key(|b| b.id)
    else {
        return x[0];
    };
    b.mass *= b.speed;
    bodies.iter().map(|b| b.mass * b.speed).sum()
}

#[test]
fn test_found_among_kept() {
    check(
        |x| served(x, 2),
        |x| served::gradient(x, 2),
        &[&[0.4, 1.5, 0.3, 0.8, 2.0], &[1.2, 0.5], &[5.0, 4.0, 3.0]],
    );
    check(
        |x| bodies(x),
        |x| bodies::gradient(x),
        &[&[0.4, 1.5, 0.3, 0.8, 2.0], &[1.2, 0.5], &[-5.0]],
    );
}
