//! `?` in closures of which nothing says what they return but whom they are given to, or what they end in.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Grid {
    width: usize,
    height: usize,
    cells: Vec<f64>,
}

#[differentiable]
impl Grid {
    fn index(&self, x: usize, y: usize) -> usize {
        y * self.width + x
    }

    fn get(&self, x: usize, y: usize) -> Option<f64> {
        (x < self.width && y < self.height).then(|| self.cells[self.index(x, y)])
    }

    fn laplacian(&self, x: usize, y: usize) -> f64 {
        const OFFSETS: [(isize, isize); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];
        let here = self.cells[self.index(x, y)];
        let neighbours = OFFSETS.iter().filter_map(|&(dx, dy)| {
            let nx = x.checked_add_signed(dx)?;
            let ny = y.checked_add_signed(dy)?;
            self.get(nx, ny)
        });
        neighbours.map(|v| v - here).sum()
    }

    fn step(&self, dt: f64) -> Grid {
        let places = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        let cells = places
            .map(|(x, y)| self.cells[self.index(x, y)] + dt * self.laplacian(x, y))
            .collect();
        Grid { cells, ..*self }
    }
}

#[differentiable]
fn heat(x: &[f64]) -> f64 {
    let mut grid = Grid {
        width: 3,
        height: 2,
        cells: x.to_vec(),
    };
    for _ in 0..3 {
        grid = grid.step(0.1);
    }
    grid.cells.iter().map(|c| c.powi(3)).sum()
}

#[differentiable]
fn parts(x: &[f64], n: usize) -> Option<f64> {
    let before = |i: usize| {
        let j = i.checked_sub(1)?;
        x.get(j).copied()
    };
    let products: f64 = (0..n)
        .filter_map(|i| {
            let v = before(i)?;
            let w = x.get(i)?;
            Some(v * w)
        })
        .sum();
    let found = (0..n).find_map(|i| {
        let j = i.checked_sub(2)?;
        (x[j] > 0.2).then(|| x[j] * x[i])
    })?;
    let mirrored: Vec<f64> = x
        .iter()
        .enumerate()
        .map_while(|(i, v)| {
            let j = n.checked_sub(i + 1)?;
            x.get(j).map(|w| v * w)
        })
        .collect();
    let running: Vec<f64> = x
        .iter()
        .scan(1.0, |product, v| {
            *product *= v;
            let last = x.last()?;
            Some(*product + last)
        })
        .collect();
    Some(products + found + mirrored.iter().sum::<f64>() + running.iter().sum::<f64>())
}

#[differentiable]
fn parts_or_nothing(x: &[f64]) -> f64 {
    parts(x, x.len()).unwrap_or(x[0])
}

#[test]
fn gradients_are_right() {
    let x = [0.3, 1.2, -0.4, 0.8, 0.1, 0.5];
    assert_grad(heat, &x, &heat::gradient(&x));
    for x in [[0.1, 0.7, 0.4, -0.3], [0.1, 0.1, 0.4, -0.3]] {
        let gradient = parts_or_nothing::gradient(&x);
        assert_grad(parts_or_nothing, &x, &gradient);
        assert_eq!(gradient, parts_or_nothing::gradient(&x));
    }
}
