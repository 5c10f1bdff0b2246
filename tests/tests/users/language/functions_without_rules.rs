//! Helpers that are not annotated and return what carries no derivative.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

fn argmax(x: &[f64]) -> usize {
    let mut best = 0;
    for i in 1..x.len() {
        if x[i] > x[best] {
            best = i;
        }
    }
    best
}

fn ranking(x: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..x.len()).collect();
    order.sort_by(|&a, &b| x[a].total_cmp(&x[b]));
    order
}

fn is_inside(p: (f64, f64), radius: f64) -> bool {
    p.0.hypot(p.1) < radius
}

fn bracket(x: f64) -> Option<usize> {
    (x > 0.0).then_some(1)
}

fn label(x: f64) -> &'static str {
    if x > 0.0 { "up" } else { "down" }
}

fn above(x: &[f64], threshold: f64) -> impl Iterator<Item = usize> {
    let above: Vec<usize> = (0..x.len()).filter(|&i| x[i] > threshold).collect();
    above.into_iter()
}

#[differentiable]
fn positions(x: &[f64]) -> f64 {
    let squares: Vec<f64> = x.iter().map(|v| v * v).collect();
    let mut sum = x[argmax(x)] * squares[argmax(&squares)];
    for (rank, &i) in ranking(&squares).iter().enumerate() {
        sum += squares[i] * (rank + 1) as f64;
    }
    for i in above(&squares, 1.0) {
        sum += x[i];
    }
    if is_inside((x[0], x[1]), 1.0) {
        sum += x[2].sin();
    }
    let part = match bracket(x[0]) {
        Some(i) => x[i] * i as f64,
        None => x[2],
    };
    sum * if label(x[1]) == "up" {
        part
    } else {
        2.0 * part
    }
}

#[test]
fn positions_and_conditions() {
    for x in [[0.3, -0.8, 1.4], [-1.2, 0.5, 0.7], [0.2, 0.4, -0.1]] {
        let gradient = positions::gradient(&x);
        assert_grad(|x| positions(x), &x, &gradient);
        assert_eq!(gradient, positions::gradient(&x));
    }
}

fn larger(x: &[f64], than: f64) -> usize {
    x.iter().filter(|&&v| v > than).count()
}

fn side(x: f64) -> i32 {
    if x > 0.0 { 1 } else { -1 }
}

mod cells {
    pub fn of(x: f64) -> u32 {
        x.abs().ceil() as u32
    }
}

#[differentiable]
fn numbers(x: &[f64]) -> f64 {
    let mean = x.iter().sum::<f64>() / larger(x, -5.0) as f64;
    let width = 1.0 / (larger(x, mean) + 1) as f64;
    let sign = side(x[0]) * side(x[1]);
    let count = larger(x, 0.0);
    let weigh = |v: f64| cells::of(v) as f64 * v + larger(x, 2.0 * v) as f64;
    let mut sum = 0.0;
    for v in x {
        sum += v * f64::from(side(*v)) * width + weigh(*v);
    }
    for i in 0..count * 2 + 1 {
        sum += x[i % 3] * i as f64 / count as f64;
    }
    sum * f64::from(sign)
}

#[test]
fn whole_numbers() {
    for x in [[0.3, -0.8, 1.5], [-1.2, 0.5, 0.7], [1.2, 0.4, -0.1]] {
        let gradient = numbers::gradient(&x);
        assert_grad(|x| numbers(x), &x, &gradient);
        assert_eq!(gradient, numbers::gradient(&x));
    }
}

#[differentiable]
fn single(x: &[f32]) -> f32 {
    x[0] * x[1]
}

/// The result of a function with a rule is cast like a count.
#[differentiable]
fn of_singles(x: &[f32]) -> f64 {
    single(x) as f64 * f64::from(single(x))
}

#[test]
fn casts_of_floats_keep_their_derivatives() {
    let gradient = of_singles::gradient(&[2.0, 3.0]);
    assert_eq!(gradient, [36.0, 24.0]);
}

#[derive(Clone, Debug, Differentiable)]
struct Mesh {
    heights: Vec<f64>,
    edges: Vec<(usize, usize)>,
}

impl Mesh {
    fn faces(&self) -> usize {
        self.heights.len() - 1
    }

    fn edges(&self) -> &[(usize, usize)] {
        &self.edges
    }

    fn neighbours(&self, of: usize) -> Vec<usize> {
        let of = self.edges.iter().filter(|e| e.0 == of);
        of.map(|e| e.1).collect()
    }

    fn is_flat(&self, tolerance: f64) -> bool {
        self.heights.iter().all(|h| h.abs() < tolerance)
    }
}

#[differentiable]
fn tension(x: &[f64]) -> f64 {
    let mesh = Mesh {
        heights: x.iter().map(|h| h * h).collect(),
        edges: vec![(0, 1), (1, 2), (2, 0), (0, 2)],
    };
    if mesh.is_flat(1e-3) {
        return x[0];
    }
    let mut sum = 0.0;
    for i in 0..mesh.faces() {
        for j in mesh.neighbours(i) {
            sum += (mesh.heights[i] - mesh.heights[j]).powi(2);
        }
    }
    for &(a, b) in mesh.edges() {
        sum += mesh.heights[a] * mesh.heights[b];
    }
    sum
}

#[test]
fn methods_that_ask() {
    for x in [[0.3, -0.8, 1.4], [1e-3, 1e-3, -2e-3]] {
        let gradient = tension::gradient(&x);
        assert_grad(|x| tension(x), &x, &gradient);
        assert_eq!(gradient, tension::gradient(&x));
    }
}

#[differentiable]
fn roots<F: Fn(f64) -> f64>(f: F, n: usize) -> usize {
    (1..n)
        .filter(|&i| f(i as f64) * f(i as f64 - 1.0) <= 0.0)
        .count()
}

/// The rule is there, and the function is a parameter.
#[differentiable]
fn per_root<F: Fn(f64) -> f64>(f: F, x: f64) -> f64 {
    f(x) / (roots(&f, 4) + 1) as f64
}

#[differentiable]
fn line_per_root(x: &[f64]) -> f64 {
    per_root(|t| x[0] * t + x[1], 1.5)
}

#[test]
fn functions_of_functions() {
    for x in [[1.0, -1.5], [1.0, 2.0]] {
        assert_grad(|x| line_per_root(x), &x, &line_per_root::gradient(&x));
    }
}
