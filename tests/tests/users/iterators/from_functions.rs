use crate::assert_grad;
use pullback::{Differentiable, differentiable};

fn neighbours(i: usize, n: usize) -> impl Iterator<Item = usize> {
    [1, n - 1].into_iter().map(move |d| (i + d) % n)
}

#[differentiable]
fn multiples(x: f64) -> impl Iterator<Item = f64> {
    (0..4).map(move |k| k as f64 * x)
}

#[differentiable]
fn powers(x: f64) -> Vec<f64> {
    vec![x, x * x]
}

#[derive(Clone, Debug, Differentiable)]
struct Ring {
    coupling: f64,
}

#[differentiable]
impl Ring {
    fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
        (0..n).flat_map(move |i| (0..i).map(move |j| (i, j)))
    }
    fn scaled(&self, x: f64) -> impl Iterator<Item = f64> {
        let k = self.coupling;
        (1..4).map(move |i| i as f64 * x * k)
    }
    fn energy(&self, x: &[f64]) -> f64 {
        let products: f64 = Self::pairs(x.len()).map(|(i, j)| x[i] * x[j].sin()).sum();
        let mut sum = self.coupling * products;
        for (i, j) in Self::pairs(3) {
            sum += x[i] / x[j];
        }
        for (k, v) in self.scaled(x[0]).enumerate() {
            sum += k as f64 * v * v;
        }
        let zipped: f64 = Ring::pairs(3)
            .zip(x)
            .map(|((i, _), x)| i as f64 * x * x)
            .sum();
        sum + zipped + neighbours(1, x.len()).map(|i| x[i]).product::<f64>()
    }
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for v in multiples(x[0]) {
        sum += v * v;
    }
    for v in powers(x[1]) {
        sum += v.exp();
    }
    for (i, v) in powers(x[1]).into_iter().enumerate() {
        if i == 1 {
            sum -= v * x[2];
        }
    }
    for (k, v) in multiples(x[2]).skip(1).zip(x).enumerate() {
        sum += v.0 * v.1 * k as f64;
    }
    for i in neighbours(0, 3) {
        sum += x[i] * x[i];
    }
    Ring { coupling: sum }.energy(x)
}

#[test]
fn gradient_is_right() {
    for x in [[1.0, 0.5, 0.3], [0.7, -0.4, 2.0]] {
        for _ in 0..2 {
            assert_grad(f, &x, &f::gradient(&x));
        }
    }
}
