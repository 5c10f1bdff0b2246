//! Lists of whole numbers in fields, which methods read before and after other methods made them shorter.

use crate::check;
use pullback::{Differentiable, differentiable};
use std::collections::VecDeque;

#[derive(Clone, Differentiable)]
struct Mesh {
    k: f64,
    ids: Vec<usize>,
    waiting: VecDeque<u32>,
    fixed: Vec<bool>,
    neighbours: Vec<Vec<usize>>,
}

#[differentiable]
impl Mesh {
    fn at(&self, id: usize, x: f64) -> f64 {
        if id == 0 { self.k * x } else { x * x }
    }

    fn energy(&self, x: &[f64]) -> f64 {
        let n = x.len();
        let mut sum = 0.0;
        for (i, id) in self.ids.iter().enumerate() {
            sum += self.at(*id, x[i % n]) * (i as f64 + 1.0);
        }
        for (i, fixed) in self.fixed.iter().enumerate() {
            if *fixed {
                sum += x[i % n] * self.k;
            }
        }
        for (weight, x) in self.waiting.iter().zip(x) {
            sum += *weight as f64 * x * self.k;
        }
        for (i, others) in self.neighbours.iter().enumerate() {
            for &j in others {
                sum += (x[i % n] - x[j % n]).powi(2) * self.k;
            }
        }
        sum
    }

    fn popped(&mut self, x: &[f64]) -> f64 {
        let mut sum = self.energy(x);
        if let Some(id) = self.ids.pop() {
            sum *= self.at(id, x[0]);
        }
        self.waiting.pop_front();
        sum *= self.energy(x);
        self.ids.truncate(1);
        self.fixed.swap(0, 1);
        sum *= 1.0 + self.energy(x);
        self.fixed.clear();
        self.waiting.clear();
        sum + self.energy(x)
    }

    fn rewired(&mut self, x: &[f64]) -> f64 {
        let mut sum = self.energy(x);
        self.neighbours.swap(0, 1);
        sum *= self.energy(x);
        self.neighbours[0].push(2);
        self.neighbours.push(vec![1]);
        sum *= 1.0 + self.energy(x);
        self.neighbours.remove(1);
        self.neighbours.insert(0, vec![0, 1, 2]);
        sum += self.energy(x);
        self.neighbours.swap_remove(0);
        self.neighbours.resize(5, vec![1]);
        sum += self.energy(x);
        self.neighbours.clear();
        sum * self.energy(x)
    }
}

#[differentiable]
fn mesh(k: f64) -> Mesh {
    Mesh {
        k,
        ids: vec![0, 1, 0],
        waiting: VecDeque::from([1, 2]),
        fixed: vec![true, false],
        neighbours: vec![vec![1, 2], vec![], vec![0]],
    }
}

#[differentiable]
fn in_function(x: &[f64]) -> f64 {
    let mut mesh = mesh(x[0]);
    mesh.popped(x) + mesh.rewired(x) * mesh.k
}

#[test]
fn gradient_is_right() {
    let points: &[&[f64]] = &[&[1.0, 2.0, 3.0], &[0.3, -0.7, 1.2]];
    check(in_function, |x| in_function::gradient(x), points);
    let with_k = |by_mesh: MeshTangent, mut by_x: Vec<f64>| {
        by_x[0] += by_mesh.k;
        by_x
    };
    let popped = |x: &[f64]| mesh(x[0]).popped(x);
    let by_x = |x: &[f64]| {
        let (by_mesh, by_x) = mesh(x[0]).popped_gradient(x);
        with_k(by_mesh, by_x)
    };
    check(popped, by_x, points);
    let rewired = |x: &[f64]| mesh(x[0]).rewired(x);
    let by_x = |x: &[f64]| {
        let (by_mesh, by_x) = mesh(x[0]).rewired_gradient(x);
        with_k(by_mesh, by_x)
    };
    check(rewired, by_x, points);
}
