//! Collections by names with parameters: aliases of vectors, and types of the user's own.

use crate::check;
use pullback::{Differentiable, differentiable};

type Grid<T> = Vec<Vec<T>>;

#[derive(Clone, Debug, Differentiable)]
struct Ring<T> {
    items: Vec<T>,
}

#[differentiable]
impl FromIterator<f64> for Ring<f64> {
    fn from_iter<I: IntoIterator<Item = f64>>(items: I) -> Self {
        let mut items: Vec<f64> = items.into_iter().collect();
        items.rotate_left(1);
        Ring { items }
    }
}

#[differentiable]
fn outer(x: &[f64], y: &[f64]) -> Grid<f64> {
    x.iter()
        .map(|a| y.iter().map(|b| a * b).collect())
        .collect()
}

#[differentiable]
fn blurred(grid: &Grid<f64>) -> Grid<f64> {
    let (h, w) = (grid.len() as isize, grid[0].len() as isize);
    let at = |i: isize, j: isize| -> f64 {
        if i < 0 || j < 0 || i >= h || j >= w {
            0.0
        } else {
            grid[i as usize][j as usize]
        }
    };
    let around = |i, j| -> f64 {
        (-1..=1)
            .flat_map(|di| (-1..=1).map(move |dj| (di, dj)))
            .map(|(di, dj)| at(i + di, j + dj) / 9.0)
            .sum()
    };
    (0..h)
        .map(|i| (0..w).map(|j| around(i, j)).collect())
        .collect()
}

#[differentiable]
fn energy(x: &[f64]) -> f64 {
    let ring: Ring<f64> = x.iter().map(|v| v.sin()).collect();
    let grid = blurred(&outer(x, &ring.items));
    grid.iter().flatten().map(|v| v * v).sum()
}

#[test]
fn aliases_with_parameters() {
    let points: [&[f64]; 2] = [&[0.4, 1.3, -0.8], &[0.9, -0.7, 0.2, 1.1]];
    check(energy, energy::gradient, &points);
}
