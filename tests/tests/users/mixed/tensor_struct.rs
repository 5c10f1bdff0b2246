use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Tensor {
    data: Vec<f64>,
    #[constant]
    shape: (usize, usize),
}
#[differentiable]
impl Tensor {
    fn zeros(rows: usize, cols: usize) -> Self {
        Self {
            data: vec![0.0; rows * cols],
            shape: (rows, cols),
        }
    }
    fn from_rows(rows: &[Vec<f64>]) -> Self {
        let shape = (rows.len(), rows[0].len());
        Self {
            data: rows.concat(),
            shape,
        }
    }
    fn at(&self, r: usize, c: usize) -> f64 {
        self.data[r * self.shape.1 + c]
    }
    fn matmul(&self, other: &Tensor) -> Tensor {
        assert_eq!(self.shape.1, other.shape.0);
        let mut out = Tensor::zeros(self.shape.0, other.shape.1);
        for i in 0..self.shape.0 {
            for j in 0..other.shape.1 {
                let mut acc = 0.0;
                for k in 0..self.shape.1 {
                    acc += self.at(i, k) * other.at(k, j);
                }
                out.data[i * other.shape.1 + j] = acc;
            }
        }
        out
    }
    fn relu(mut self) -> Tensor {
        self.data.iter_mut().for_each(|v| *v = v.max(0.0));
        self
    }
    fn sum(&self) -> f64 {
        self.data.iter().sum()
    }
}
#[differentiable]
fn loss(w: &[Vec<f64>], x: &[Vec<f64>]) -> f64 {
    Tensor::from_rows(x)
        .matmul(&Tensor::from_rows(w))
        .relu()
        .sum()
        .powi(2)
}
#[test]
fn gradient_is_right() {
    let (w, x) = (
        vec![vec![0.5, -0.2], vec![0.3, 0.8]],
        vec![vec![1.0, 0.4], vec![-0.6, 0.9]],
    );
    let rows = |v: &[f64]| v.chunks(2).map(|c| c.to_vec()).collect::<Vec<_>>();
    let (dw, dx) = loss::gradient(&w, &x);
    assert_grad(|v| loss(&rows(v), &x), &w.concat(), &dw.concat());
    assert_grad(|v| loss(&w, &rows(v)), &x.concat(), &dx.concat());
}
