use crate::check;
use pullback::{Differentiable, differentiable};

#[differentiable]
trait Layer {
    fn forward(&self, x: &[f64]) -> Vec<f64>;
}

#[derive(Differentiable, Clone)]
struct Dense {
    w: Vec<f64>,
    b: f64,
}

#[derive(Differentiable, Clone, Copy)]
struct Relu;

#[derive(Differentiable, Clone, Copy)]
struct Leaky(f64);

#[differentiable]
impl Layer for Dense {
    fn forward(&self, x: &[f64]) -> Vec<f64> {
        let inputs = x.len();
        let rows = self.w.chunks(inputs);
        let dot = |row: &[f64]| row.iter().zip(x).map(|(w, x)| w * x).sum::<f64>();
        rows.map(|row| self.b + dot(row)).collect()
    }
}

#[differentiable]
impl Layer for Relu {
    fn forward(&self, x: &[f64]) -> Vec<f64> {
        x.iter().map(|v| v.max(0.0)).collect()
    }
}

#[differentiable]
impl Layer for Leaky {
    fn forward(&self, x: &[f64]) -> Vec<f64> {
        let leak = |v: f64| if v > 0.0 { v } else { self.0 * v };
        x.iter().map(|&v| leak(v)).collect()
    }
}

#[derive(Differentiable)]
struct Sequential {
    layers: Vec<Box<dyn Layer>>,
}

#[differentiable]
impl Sequential {
    fn new() -> Self {
        Sequential { layers: Vec::new() }
    }

    fn add<L: Layer + Differentiable + 'static>(mut self, layer: L) -> Self {
        self.layers.push(Box::new(layer));
        self
    }

    fn forward(&self, x: &[f64]) -> Vec<f64> {
        let through = |x: Vec<f64>, layer: &Box<dyn Layer>| layer.forward(&x);
        self.layers.iter().fold(x.to_vec(), through)
    }
}

const REPEATS: usize = 2;
const SHIFT: f64 = 0.3;

#[differentiable]
fn repeated<L: Layer + Differentiable>(layer: L, x: &[f64], shift: f64, times: usize) -> f64 {
    let mut y = x.to_vec();
    for _ in 0..times {
        y = layer.forward(&y);
        y[0] += shift;
    }
    y.iter().sum()
}

#[differentiable]
fn network(p: &[f64]) -> f64 {
    let dense = Dense {
        w: p[..6].to_vec(),
        b: p[6],
    };
    let net = Sequential::new().add(dense).add(Relu).add(Leaky(p[7]));
    let mut total = net.forward(&[0.5, -0.2]).iter().map(|y| y * y).sum::<f64>();
    total += repeated(Relu, p, SHIFT, REPEATS) * repeated(Leaky(p[7]), p, p[0], 2);
    for i in 1..3 {
        if p[i] > 0.0 {
            total += repeated(Relu, p, p[i], i);
        }
    }
    total
}

#[test]
fn main_test() {
    check(
        network,
        network::gradient,
        &[&[0.1, 0.2, -0.3, 0.4, 0.5, -0.6, 0.05, 0.1]],
    );
}
