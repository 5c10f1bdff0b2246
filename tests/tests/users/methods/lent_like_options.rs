use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Grid {
    cols: usize,
    cells: Vec<f64>,
    ends: Vec<[f64; 2]>,
}

#[differentiable]
impl Grid {
    fn get(&self, i: usize, j: usize) -> f64 {
        self.cells[i * self.cols + j]
    }

    fn get_mut(&mut self, i: usize, j: usize) -> &mut f64 {
        &mut self.cells[i * self.cols + j]
    }

    fn last_mut(&mut self) -> &mut [f64; 2] {
        let n = self.ends.len();
        &mut self.ends[n - 1]
    }

    fn relax(&mut self) {
        *self.get_mut(0, 0) *= 2.0;
        self.last_mut()[1] += self.cells[0];
        if let Some(second) = self.cells.get_mut(1) {
            *second *= 3.0;
        }
    }
}

#[differentiable]
fn relaxed(x: &[f64]) -> f64 {
    let mut grid = Grid {
        cols: 2,
        cells: x.to_vec(),
        ends: vec![[x[0], x[1]]],
    };
    *grid.get_mut(0, 1) = x[0] * x[2];
    *grid.get_mut(1, 1) += x[0];
    let corner = grid.get_mut(1, 0);
    *corner = x[1] * *corner;
    grid.relax();
    grid.last_mut()[0] = 3.0 * x[1];
    let mut list = x.to_vec();
    *list.get_mut(0).unwrap() *= x[1];
    *list.last_mut().unwrap() *= x[0];
    let ends = grid.ends[0][0] * grid.ends[0][1];
    grid.get(0, 0) * grid.get(0, 1) * grid.get(1, 1) + grid.get(1, 0) * ends + list[0] * list[3]
}

#[test]
fn own_methods_lend_what_those_of_lists_may_not_have() {
    check(relaxed, |x| relaxed::gradient(x), &[&[1.0, 2.0, 3.0, 4.0]]);
}
