//! Data in constant fields, indexed and iterated over beside fields that are differentiated.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
#[derive(Clone, Debug, Differentiable)]
struct Model {
    #[constant]
    xs: Vec<f64>,
    #[constant]
    ys: Vec<f64>,
    w: f64,
    b: f64,
}
#[differentiable]
impl Model {
    fn loss(&self) -> f64 {
        let mut s = 0.0;
        for i in 0..self.xs.len() {
            let r = self.w * self.xs[i] + self.b - self.ys[i];
            s += r * r;
        }
        s / self.xs.len() as f64
    }
    fn by_entries(&self) -> f64 {
        let mut s = 0.0;
        for i in 0..self.xs.len() {
            let x = self.xs[i];
            let y = self.ys[i];
            let p = self.w * x + self.b;
            s += (p - y).powi(2) * self.xs[i];
        }
        s
    }
    fn by_pairs(&self) -> f64 {
        self.xs
            .iter()
            .zip(&self.ys)
            .map(|(x, y)| (self.w * x + self.b - y).powi(2))
            .sum()
    }
    fn deviation(&self) -> f64 {
        let e: Vec<f64> = self.xs.iter().map(|x| self.w * x).collect();
        e.iter()
            .zip(self.ys.iter())
            .map(|(p, y)| (p - y).abs())
            .sum::<f64>()
            + self.xs[0] * self.b
    }
}
#[differentiable]
fn fit(w: f64, b: f64, #[constant] xs: &[f64]) -> f64 {
    let m = Model {
        xs: xs.to_vec(),
        ys: vec![1.0, 2.0, 3.0],
        w,
        b,
    };
    m.loss() + m.by_entries() * m.by_pairs() + m.deviation() + m.xs[1] * w
}
#[test]
fn gradient_is_right() {
    let xs = [0.3, 0.9, 1.4];
    let (w, b) = fit::gradient(0.7, 0.2, &xs);
    assert_grad(|v| fit(v[0], v[1], &xs), &[0.7, 0.2], &[w, b]);
}
