use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Grid {
    w: usize,
    cells: Vec<f64>,
}

#[differentiable]
impl Grid {
    fn row(&self, i: usize) -> &[f64] {
        &self.cells[i * self.w..(i + 1) * self.w]
    }

    fn row_mut(&mut self, i: usize) -> &mut [f64] {
        let start = i * self.w;
        &mut self.cells[start..start + self.w]
    }

    fn cell_mut(&mut self, i: usize, j: usize) -> &mut f64 {
        &mut self.cells[i * self.w + j]
    }
}

#[differentiable]
fn process(data: &[f64], k: f64) -> f64 {
    let mut g = Grid {
        w: 3,
        cells: data.to_vec(),
    };
    for x in g.row_mut(1) {
        *x *= k;
    }
    *g.cell_mut(0, 2) += g.row(1)[0] * k;
    let mut s = 0.0;
    for i in 0..2 {
        s += g.row(i).iter().product::<f64>();
    }
    s
}

#[test]
fn gradient_is_right() {
    let d = [0.5, 1.2, -0.7, 0.9, 1.1, 0.4];
    let (dd, dk) = process::gradient(&d, 1.3);
    assert_grad(|d| process(d, 1.3), &d, &dd);
    assert_grad(|k| process(&d, k[0]), &[1.3], &[dk]);
}
