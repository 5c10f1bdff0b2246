use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Row {
    cells: Vec<f64>,
    weight: f64,
}

#[derive(Clone, Differentiable)]
struct Grid {
    n: usize,
    data: Vec<f64>,
    rows: Vec<Row>,
}

#[differentiable]
impl Grid {
    fn zeros(n: usize) -> Self {
        let row = Row {
            cells: vec![0.0; n],
            weight: 1.0,
        };
        Grid {
            n,
            data: vec![0.0; n * n],
            rows: vec![row; n],
        }
    }

    fn at(&mut self, i: usize, j: usize) -> &mut f64 {
        let k = i * self.n + j;
        &mut self.data[k]
    }

    fn row(&mut self, i: usize) -> &mut Row {
        &mut self.rows[i]
    }

    fn heat(&mut self, q: f64) {
        for i in 0..self.n {
            *self.at(i, i) *= q;
            if *self.at(i, 0) > 1.0 {
                *self.at(i, 0) += q * i as f64;
            } else {
                *self.at(0, i) = *self.at(i, 0) - q * q;
            }
            let row = self.row(i);
            row.weight += q;
            row.cells[0] *= row.weight;
        }
    }

    fn total(&self) -> f64 {
        let cells: f64 = self.data.iter().map(|c| c * c).sum();
        let rows = self.rows.iter();
        cells
            + rows
                .map(|r| r.weight * r.cells.iter().sum::<f64>())
                .sum::<f64>()
    }
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut grid = Grid::zeros(2);
    for (k, &v) in x.iter().enumerate() {
        *grid.at(k / 2, k % 2) = v * v;
        *grid.at(0, 0) += v;
        grid.row(k % 2).cells[k / 2] += v;
    }
    grid.heat(x[1]);
    grid.row(1).cells.push(x[2]);
    let corner = grid.at(1, 1);
    *corner *= 3.0;
    let last = grid.row(1);
    last.weight *= x[0];
    grid.total()
}

#[test]
fn gradient_is_right() {
    for x in [[1.0, 2.0, 3.0, 4.0], [-1.0, 0.5, 0.2, 0.1]] {
        for _ in 0..2 {
            assert_grad(f, &x, &f::gradient(&x));
        }
    }
}
