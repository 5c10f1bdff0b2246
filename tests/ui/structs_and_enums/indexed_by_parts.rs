use pullback::differentiable;

struct Grid {
    rows: usize,
    cols: usize,
}

impl Grid {
    fn at(&self, row: usize, col: usize) -> usize {
        row * self.cols + col
    }
}

// That there is no float in it, the type does not say; and it is no error of the calls.
#[differentiable]
fn roughness(grid: &Grid, u: &[f64]) -> f64 {
    let mut sum = 0.0;
    for row in 1..grid.rows {
        let step = u[grid.at(row, 0)] - u[grid.at(row - 1, 0)];
        sum += step * step;
    }
    sum
}

#[differentiable]
fn total(u: &[f64]) -> f64 {
    let grid = Grid { rows: 2, cols: 3 };
    roughness(&grid, u) + u[0]
}

fn main() {
    let _ = roughness::gradient(&Grid { rows: 2, cols: 2 }, &[1.0; 4]);
}
