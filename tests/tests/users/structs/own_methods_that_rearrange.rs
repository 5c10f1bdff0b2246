//! Fields, parameters and variables of a type whose methods have names that slices' methods have.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Grid {
    cells: [f64; 3],
}

#[differentiable]
impl Grid {
    fn fill(&mut self, x: f64) {
        for c in &mut self.cells {
            *c = *c * 1.5 + x;
        }
    }
    fn swap(&mut self, i: usize, j: usize) {
        self.cells[i] *= self.cells[j];
        self.cells.swap(i, j);
    }
    fn reverse(&mut self) {
        for c in &mut self.cells {
            *c = -*c;
        }
    }
    fn sort(&mut self) {
        if self.cells[0] > self.cells[1] {
            self.cells.swap(0, 1);
        }
    }
    fn rotate_left(&mut self, by: usize) {
        for _ in 0..by {
            let first = self.cells[0];
            self.cells[0] = self.cells[1] * 1.1;
            self.cells[1] = self.cells[2];
            self.cells[2] = first;
        }
    }
    fn append(&mut self, x: f64) {
        self.cells[2] += x * self.cells[0];
    }
    fn retain(&mut self, x: f64) {
        self.cells[1] *= x;
    }
    fn total(&self) -> f64 {
        self.cells[0] * self.cells[1] + self.cells[2] * self.cells[2]
    }
}

#[derive(Clone, Debug, Differentiable)]
struct World {
    grid: Grid,
    gain: f64,
}

#[differentiable]
impl World {
    fn of(x: f64) -> Self {
        World {
            grid: Grid {
                cells: [x, 2.0 * x, 1.0],
            },
            gain: x,
        }
    }
    fn act(&mut self, x: f64) {
        for k in 0..2 {
            self.grid.fill(x);
            self.grid.swap(k, 2);
            self.grid.append(self.gain);
            if x > 0.5 {
                self.grid.reverse();
            }
        }
        self.grid.sort();
        self.grid.rotate_left(2);
        self.grid.retain(x);
    }
}

#[differentiable]
fn by_parameter(grid: &mut Grid, x: f64) {
    grid.reverse();
    grid.fill(x * x);
    grid.swap(0, 1);
    grid.append(x);
    grid.sort();
}

#[differentiable]
fn whole(x: &[f64]) -> f64 {
    let mut world = World::of(x[0]);
    world.act(x[1]);
    by_parameter(&mut world.grid, x[0]);
    world.grid.rotate_left(1);
    let mut other = World::of(x[1]);
    other.grid.swap(1, 2);
    other.grid.fill(x[0]);
    world.grid.total() * world.gain + other.grid.total()
}

#[test]
fn gradients_are_right() {
    for x in [[0.7, 1.3], [1.2, -0.4], [-0.6, 0.8]] {
        assert_grad(whole, &x, &whole::gradient(&x));
        assert_grad(whole, &x, &whole::gradient(&x));
    }
}
