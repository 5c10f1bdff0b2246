use crate::check;
use pullback::{Differentiable, differentiable};

#[differentiable]
trait Force {
    fn at(&self, x: f64, v: f64) -> f64;

    fn name(&self) -> &str {
        "force"
    }
}

#[derive(Differentiable)]
struct Spring {
    k: f64,
    rest: f64,
}

#[derive(Differentiable)]
struct Drag {
    c: f64,
}

#[derive(Differentiable)]
struct Gravity;

#[differentiable]
impl Force for Spring {
    fn at(&self, x: f64, _v: f64) -> f64 {
        -self.k * (x - self.rest)
    }

    fn name(&self) -> &str {
        "spring"
    }
}

#[differentiable]
impl Force for Drag {
    fn at(&self, _x: f64, v: f64) -> f64 {
        -self.c * v * v.abs()
    }
}

#[differentiable]
impl Force for Gravity {
    fn at(&self, _: f64, _: f64) -> f64 {
        -9.81
    }
}

#[differentiable]
fn power(force: &dyn Force, v: f64) -> f64 {
    force.at(0.5, v) * v
}

#[differentiable]
fn simulated(k: f64, c: f64) -> f64 {
    let spring = Spring { k, rest: 0.2 };
    let drag = Drag { c };
    let forces: [&dyn Force; 3] = [&spring, &drag, &Gravity];
    let (mut x, mut v) = (0.0, 1.0);
    for _ in 0..10 {
        let a: f64 = forces.iter().map(|force| force.at(x, v)).sum();
        v += 0.05 * a;
        x += 0.05 * v;
    }
    let by_size = |a: &&dyn Force, b: &&dyn Force| {
        let (a, b) = (a.at(x, v).abs(), b.at(x, v).abs());
        a.total_cmp(&b)
    };
    let strongest = forces.iter().copied().max_by(by_size).unwrap();
    let first = forces[0];
    let work = |force: &dyn Force| k * force.at(x, v);
    x + power(forces[1], v)
        + forces.iter().map(|force| power(*force, v)).sum::<f64>()
        + strongest.at(1.0, v)
        + power(first, 0.3)
        + work(first)
        + forces.iter().map(|force| work(*force)).sum::<f64>()
}

#[differentiable]
fn listed(k: f64, c: f64) -> f64 {
    let spring = Spring { k, rest: 0.2 };
    let drag = Drag { c };
    let mut forces: Vec<&dyn Force> = Vec::new();
    forces.push(&spring);
    forces.push(&drag);
    if k > 1.0 {
        forces.push(&Gravity);
    }
    let mut total = 0.0;
    for force in &forces {
        total += force.at(1.0, 2.0).powi(2);
    }
    for &force in &forces {
        total += power(force, 2.0);
    }
    let chosen: &dyn Force = if k > 1.0 { &spring } else { &drag };
    for force in forces {
        total += power(force, 1.0) + force.name().len() as f64;
    }
    total + chosen.at(0.3, 0.4) + power(chosen, 0.2)
}

#[differentiable]
fn weighted(k: f64, c: f64) -> f64 {
    let springs = vec![Spring { k, rest: c }, Spring { k: c, rest: k }];
    let drag = Drag { c };
    let parts: Vec<(f64, &dyn Force)> = vec![(0.5, &springs[0]), (c, &drag), (k, &springs[1])];
    let mut current: &dyn Force = &drag;
    let mut total = 0.0;
    for (i, (weight, force)) in parts.iter().enumerate() {
        total += weight * force.at(0.2, 0.4) + current.at(0.1, weight * 0.3);
        current = if i == 0 { &springs[1] } else { *force };
    }
    let extra: Option<&dyn Force> = if k > 1.0 { Some(&springs[0]) } else { None };
    if let Some(extra) = extra {
        total += extra.at(0.3, 1.0);
    }
    for force in [&drag as &dyn Force, &Gravity] {
        total *= force.at(0.1, 0.2);
    }
    let mut all: Vec<&dyn Force> = vec![];
    for spring in &springs {
        all.push(spring);
    }
    total + all.iter().map(|force| force.at(0.1, 0.1)).product::<f64>()
}

#[test]
fn main_test() {
    let points: &[&[f64]] = &[&[2.0, 0.3], &[0.5, 0.7]];
    let pair = |(a, b): (f64, f64)| vec![a, b];
    check(
        |v| simulated(v[0], v[1]),
        |v| pair(simulated::gradient(v[0], v[1])),
        points,
    );
    check(
        |v| listed(v[0], v[1]),
        |v| pair(listed::gradient(v[0], v[1])),
        points,
    );
    check(
        |v| weighted(v[0], v[1]),
        |v| pair(weighted::gradient(v[0], v[1])),
        points,
    );
}
