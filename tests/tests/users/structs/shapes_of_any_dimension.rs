use crate::check;
use pullback::{Differentiable, differentiable};
#[derive(Clone, Debug, Differentiable)]
struct Tensor<const D: usize> {
    shape: [usize; D],
    data: Vec<f64>,
}
#[differentiable]
impl<const D: usize> Tensor<D> {
    fn new(shape: [usize; D], data: Vec<f64>) -> Self {
        assert_eq!(shape.iter().product::<usize>(), data.len());
        Self { shape, data }
    }
    fn strides(&self) -> [usize; D] {
        let mut s = [1; D];
        for i in (0..D.saturating_sub(1)).rev() {
            s[i] = s[i + 1] * self.shape[i + 1];
        }
        s
    }
    fn offset(&self, idx: &[usize; D]) -> usize {
        idx.iter().zip(self.strides()).map(|(i, s)| i * s).sum()
    }
    fn at(&self, idx: [usize; D]) -> f64 {
        self.data[self.offset(&idx)]
    }
    fn relu(&self) -> Self {
        Self {
            shape: self.shape,
            data: self.data.iter().map(|x| x.max(0.0)).collect(),
        }
    }
    fn zip_with(&self, o: &Self, f: impl Fn(f64, f64) -> f64) -> Self {
        Self {
            shape: self.shape,
            data: self
                .data
                .iter()
                .zip(&o.data)
                .map(|(&a, &b)| f(a, b))
                .collect(),
        }
    }
    fn sum(&self) -> f64 {
        self.data.iter().sum()
    }
    fn mean(&self) -> f64 {
        self.sum() / self.data.len() as f64
    }
}
#[differentiable]
fn f(a: &Tensor<2>, b: &Tensor<2>) -> f64 {
    let c = a.zip_with(b, |x, y| x * y - 0.1).relu();
    let m = c.mean();
    c.at([1, 0]) * m + c.zip_with(a, |x, y| (x - m) * y).sum()
}
#[test]
fn gradient_is_right() {
    let mk = |v: &[f64]| Tensor::new([2, 2], v.to_vec());
    check(
        |v| f(&mk(&v[4..]), &mk(&v[..4])),
        |v| {
            let (a, b) = f::gradient(&mk(&v[4..]), &mk(&v[..4]));
            [b.data, a.data].concat()
        },
        &[&[0.2, 1.0, 0.4, 0.3, 0.1, 0.7, 0.9, 1.2]],
    );
}
