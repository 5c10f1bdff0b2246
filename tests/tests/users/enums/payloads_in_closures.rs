use crate::check;
use pullback::{Differentiable, differentiable};
#[derive(Clone, Debug, Differentiable)]
struct Tensor {
    shape: (usize, usize),
    data: Vec<f64>,
}
#[differentiable]
impl Tensor {
    fn new(rows: usize, cols: usize, data: Vec<f64>) -> Self {
        assert_eq!(data.len(), rows * cols);
        Self {
            shape: (rows, cols),
            data,
        }
    }
    fn zeros(rows: usize, cols: usize) -> Self {
        Self::new(rows, cols, vec![0.0; rows * cols])
    }
    fn matmul(&self, o: &Tensor) -> Tensor {
        let ((n, k), (_, m)) = (self.shape, o.shape);
        let mut out = Tensor::zeros(n, m);
        for i in 0..n {
            for j in 0..m {
                for l in 0..k {
                    out.data[i * m + j] += self.data[i * k + l] * o.data[l * m + j];
                }
            }
        }
        out
    }
    fn map<F: Fn(f64) -> f64>(&self, f: F) -> Tensor {
        Tensor {
            shape: self.shape,
            data: self.data.iter().map(|&v| f(v)).collect(),
        }
    }
    fn add_row(mut self, row: &[f64]) -> Self {
        for r in self.data.chunks_mut(self.shape.1) {
            for (a, b) in r.iter_mut().zip(row) {
                *a += b;
            }
        }
        self
    }
    fn mean(&self) -> f64 {
        self.data.iter().sum::<f64>() / self.data.len() as f64
    }
    fn row(&self, i: usize) -> &[f64] {
        let (_, m) = self.shape;
        &self.data[i * m..(i + 1) * m]
    }
}
#[derive(Clone, Debug, Differentiable)]
enum Layer {
    Dense { w: Tensor, b: Vec<f64> },
    Tanh,
    Scale(f64),
}
#[derive(Clone, Debug, Differentiable)]
struct Network {
    layers: Vec<Layer>,
}
#[differentiable]
impl Network {
    fn forward(&self, x: &Tensor) -> Tensor {
        self.layers.iter().fold(x.clone(), |h, layer| match layer {
            Layer::Dense { w, b } => h.matmul(w).add_row(b),
            Layer::Tanh => h.map(f64::tanh),
            Layer::Scale(k) => h.map(|v| v * k),
        })
    }
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let net = Network {
        layers: vec![
            Layer::Dense {
                w: Tensor::new(2, 2, x[..4].to_vec()),
                b: vec![x[0], 0.1],
            },
            Layer::Tanh,
            Layer::Scale(x[3]),
        ],
    };
    let y = net.forward(&Tensor::new(2, 2, vec![1.0, x[1], -1.0, 0.5]));
    y.mean() + y.row(1)[0]
}

#[test]
fn gradient_is_right() {
    check(
        f,
        |x| f::gradient(x),
        &[&[0.1, 0.2, 0.5, 0.7], &[0.3, 0.5, 1.0, 2.0]],
    );
}
