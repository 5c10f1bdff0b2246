//! Maps asked by keys that a helper without a rule computes.

use crate::check;
use pullback::{Differentiable, differentiable};
use std::collections::{BTreeMap, HashMap};

fn cell(p: &[f64; 2]) -> (i32, i32) {
    (p[0].floor() as i32, p[1].floor() as i32)
}

#[differentiable]
fn neighbours(x: &[f64]) -> f64 {
    let points: Vec<[f64; 2]> = x.chunks(2).map(|c| [c[0], c[1]]).collect();
    let mut cells: HashMap<(i32, i32), Vec<usize>> = HashMap::new();
    for (i, p) in points.iter().enumerate() {
        cells.entry(cell(p)).or_default().push(i);
    }
    let mut sum = 0.0;
    for p in &points {
        let (cx, cy) = cell(p);
        for dx in -1..=1 {
            let Some(members) = cells.get(&(cx + dx, cy)) else {
                continue;
            };
            for &j in members {
                sum += p[0] * points[j][1];
            }
        }
        let key = cell(p);
        if let Some(members) = cells.get(&key) {
            sum += p[1] * members.len() as f64;
        }
        if !cells.contains_key(&(cx - 1, cy)) {
            sum += p[1] * p[1];
        }
    }
    sum
}

#[differentiable]
fn counted(x: &[f64]) -> f64 {
    let points: Vec<[f64; 2]> = x.chunks(2).map(|c| [c[0], c[1]]).collect();
    let mut counts: BTreeMap<(i32, i32), usize> = BTreeMap::new();
    for p in &points {
        *counts.entry(cell(p)).or_insert(0) += 1;
    }
    points
        .iter()
        .map(|p| {
            let copies = counts.get(&cell(p)).copied().unwrap_or(0);
            p[0] * p[1] / counts[&cell(p)] as f64 + copies as f64 * p[0]
        })
        .sum()
}

#[derive(Clone, Debug, Differentiable)]
struct Mesh {
    values: Vec<f64>,
    edges: Vec<[usize; 2]>,
}

/// Keys of elements whose type does not show.
#[differentiable]
fn assembled(x: &[f64]) -> f64 {
    let mesh = Mesh {
        values: x.to_vec(),
        edges: vec![[0, 1], [1, 2]],
    };
    let mut matrix: BTreeMap<(usize, usize), f64> = BTreeMap::new();
    for (edge, weight) in mesh.edges.iter().zip(x) {
        for i in 0..2 {
            for j in 0..2 {
                *matrix.entry((edge[i], edge[j])).or_insert(0.0) += weight * mesh.values[edge[i]];
            }
        }
        let [i, j] = *edge;
        *matrix.entry((i.max(j), i.min(j))).or_insert(0.0) += weight * weight;
    }
    for (edge, weight) in mesh.edges.iter().zip(x) {
        if let Some(v) = matrix.get_mut(&(edge[0], edge[1])) {
            *v *= weight;
        }
    }
    let diagonal = matrix[&(mesh.edges[0][0], 0)];
    matrix
        .iter()
        .map(|(&(i, j), v)| v * v * (i + j) as f64)
        .sum::<f64>()
        + diagonal
}

#[differentiable]
fn both(x: &[f64]) -> f64 {
    neighbours(x) + counted(x) + assembled(x)
}

#[test]
fn gradients_are_right() {
    check(
        both,
        |x| both::gradient(x),
        &[&[0.5, 1.5, 0.6, 1.2, 2.5, 0.1], &[0.2, 0.3, 1.4, 0.6]],
    );
}
