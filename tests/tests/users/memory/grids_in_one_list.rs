//! Grids in one list, whose cells and their neighbours are named by indices that are written again and again.

use crate::check;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn diffused(x: &[f64], k: f64) -> f64 {
    let n = 3;
    let mut u = x.to_vec();
    let mut next = u.clone();
    for _ in 0..2 {
        for i in 0..n {
            for j in 1..n - 1 {
                let up = if i > 0 {
                    u[(i - 1) * n + j]
                } else {
                    u[i * n + j]
                };
                next[i * n + j] = u[i * n + j]
                    + k * (u[i * n + j - 1] - 2.0 * u[i * n + j] + u[i * n + j + 1])
                    + k * (up - u[i * n + j]);
            }
        }
        std::mem::swap(&mut u, &mut next);
    }
    u.iter().map(|v| v * v).sum()
}

/// What is loaded is changed before the same index is written again.
#[differentiable]
fn swept(x: &[f64], k: f64) -> f64 {
    let n = 3;
    let mut u = x.to_vec();
    for i in 1..n {
        for j in 0..n {
            u[i * n + j] += k * u[(i - 1) * n + j];
            let k = u[i * n + j] * u[i * n + j];
            if u[i * n + j] > 0.9 {
                u[i * n + j] = k.sin();
            }
            for i in 0..i {
                u[i * n + j] -= 0.1 * k * u[i * n + j];
            }
            u[(i - 1) * n + j] *= u[i * n + j];
        }
    }
    u.iter().sum()
}

#[derive(Clone, Differentiable)]
struct Grid {
    cols: usize,
    cells: Vec<f64>,
}

#[differentiable]
impl Grid {
    fn energy(&self, k: f64) -> f64 {
        let rows = self.cells.len() / self.cols;
        let mut e = 0.0;
        for i in 0..rows - 1 {
            for j in 0..self.cols - 1 {
                let dx = self.cells[i * self.cols + j + 1] - self.cells[i * self.cols + j];
                let dy = self.cells[(i + 1) * self.cols + j] - self.cells[i * self.cols + j];
                e += dx * dx + k * dy * dy;
            }
        }
        e
    }

    fn smooth(&mut self, k: f64) {
        let at = |cols: usize, i: usize, j: usize| i * cols + j;
        for j in 1..self.cols {
            let here = self.cells[at(self.cols, 1, j)];
            self.cells[self.cols + j] = here + k * self.cells[self.cols + j - 1];
            self.cells[self.cols + j] *= self.cells[self.cols + j];
            self.cols += 0;
            self.cells[self.cols + j] += 0.1;
        }
    }
}

#[differentiable]
fn of_a_struct(x: &[f64], k: f64) -> f64 {
    let mut grid = Grid {
        cols: 3,
        cells: x.to_vec(),
    };
    let before = grid.energy(k);
    grid.smooth(k);
    before + grid.energy(0.5 * k)
}

const POINTS: [&[f64]; 2] = [
    &[0.3, 0.7, 1.1, 0.9, 0.23, 1.6, 0.4, 0.85, 0.62, 1.3],
    &[0.6, 0.41, 0.6, 0.25, 1.9, 0.83, 0.77, 0.2, 1.05, 0.95],
];

#[test]
fn each_place_is_itself() {
    macro_rules! check_both {
        ($($function:ident)+) => {$(
            let f = |x: &[f64]| $function(&x[1..], x[0]);
            let all = |(dx, dk): (Vec<f64>, f64)| [vec![dk], dx].concat();
            check(f, |x| all($function::gradient(&x[1..], x[0])), &POINTS);
            check(f, |x| all($function::vjp(&x[1..], x[0]).1.call(1.0)), &POINTS);
        )+};
    }
    check_both!(diffused swept of_a_struct);
}
