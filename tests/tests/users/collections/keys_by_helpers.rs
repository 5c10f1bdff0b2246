//! Maps asked by keys that a helper without a rule computes.

use crate::check;
use pullback::differentiable;
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

#[differentiable]
fn both(x: &[f64]) -> f64 {
    neighbours(x) + counted(x)
}

#[test]
fn gradients_are_right() {
    check(
        both,
        |x| both::gradient(x),
        &[&[0.5, 1.5, 0.6, 1.2, 2.5, 0.1], &[0.2, 0.3, 1.4, 0.6]],
    );
}
