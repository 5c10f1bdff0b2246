use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Differentiable)]
struct Sphere {
    depth: f64,
    radius: f64,
    id: usize,
}

#[derive(Differentiable)]
struct Hit {
    t: f64,
    id: usize,
}

#[differentiable]
impl Sphere {
    fn hit(&self, y: f64) -> Option<Hit> {
        if y.abs() < self.radius {
            let t = self.depth - (self.radius * self.radius - y * y).sqrt();
            Some(Hit { t, id: self.id })
        } else {
            None
        }
    }
}

#[differentiable]
fn spheres(x: &[f64]) -> Vec<Sphere> {
    let pairs = x.chunks(2).enumerate();
    pairs
        .map(|(id, c)| Sphere {
            depth: c[0],
            radius: c[1],
            id,
        })
        .collect()
}

#[differentiable]
fn first_hit(x: &[f64]) -> f64 {
    let spheres = spheres(&x[1..]);
    let hits = spheres.iter().filter_map(|s| s.hit(x[0]));
    match hits.min_by(|a, b| a.t.total_cmp(&b.t)) {
        Some(hit) => hit.t * hit.t * (hit.id + 1) as f64,
        None => 0.1 * x[0],
    }
}

#[differentiable]
fn first_hit_by_hand(x: &[f64]) -> f64 {
    let mut nearest = None;
    for sphere in spheres(&x[1..]).iter() {
        let Some(hit) = sphere.hit(x[0]) else {
            continue;
        };
        match &nearest {
            None => nearest = Some(hit),
            Some(before) if hit.t < before.t => nearest = Some(hit),
            _ => {}
        }
    }
    if nearest.is_none() {
        return 0.1 * x[0];
    }
    let nearest = nearest.unwrap();
    nearest.t * nearest.t * (nearest.id + 1) as f64
}

#[differentiable]
fn two_largest(x: &[f64]) -> f64 {
    let spheres = spheres(&x[1..]);
    let (mut first, mut second): (Option<&Sphere>, Option<&Sphere>) = (None, None);
    for sphere in &spheres {
        match first {
            Some(f) if f.radius >= sphere.radius => {
                if second.is_none_or(|s| s.radius < sphere.radius) {
                    second = Some(sphere);
                }
            }
            _ => {
                second = first;
                first = Some(sphere);
            }
        }
    }
    match (first, second) {
        (Some(a), Some(b)) => a.depth * a.radius - b.depth * b.radius * x[0],
        _ => 0.0,
    }
}

#[differentiable]
fn closest_pair(x: &[f64]) -> f64 {
    let spheres = spheres(&x[1..]);
    let mut best: Option<(&Sphere, &Sphere)> = None;
    let mut gap = f64::INFINITY;
    for (i, a) in spheres.iter().enumerate() {
        for b in &spheres[i + 1..] {
            let d = (a.depth - b.depth).abs();
            if d < gap {
                gap = d;
                best = Some((a, b));
            }
        }
    }
    best.map_or(0.0, |(a, b)| a.radius * b.depth + gap * x[0])
}

#[test]
fn gradients() {
    let points: [&[f64]; 5] = [
        &[0.5, 3.0, 1.0, 2.0, 0.7, 5.0, 2.0],
        &[0.8, 3.0, 1.0, 2.0, 0.7, 5.0, 2.5],
        &[1.5, 3.0, 1.0, 2.2, 0.7, 5.0, 2.0],
        &[4.0, 3.0, 1.0, 2.0, 0.7, 5.0, 2.0],
        &[0.3, 2.5, 1.0],
    ];
    check(first_hit, |x| first_hit::gradient(x), &points);
    check(
        first_hit_by_hand,
        |x| first_hit_by_hand::gradient(x),
        &points,
    );
    check(two_largest, |x| two_largest::gradient(x), &points);
    check(closest_pair, |x| closest_pair::gradient(x), &points);
}
