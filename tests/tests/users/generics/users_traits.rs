use crate::assert_grad;
use pullback::{Differentiable, Real, differentiable};

#[differentiable]
trait Kernel {
    fn eval(&self, a: f64, b: f64) -> f64;
    fn width(&self) -> f64 {
        1.0
    }
}

#[derive(Debug, Clone, Copy, Differentiable)]
struct Rbf {
    length: f64,
}

#[differentiable]
impl Kernel for Rbf {
    fn eval(&self, a: f64, b: f64) -> f64 {
        (-(a - b).powi(2) / (2.0 * self.length * self.length)).exp()
    }
}

/// A type parameter of a struct, which stands for a model and not for a number.
#[derive(Debug, Clone, Differentiable)]
struct Process<K> {
    kernel: K,
    noise: f64,
    xs: Vec<f64>,
}

#[differentiable]
impl<K: Kernel> Process<K> {
    fn new(kernel: K, noise: f64, xs: Vec<f64>) -> Self {
        Self { kernel, noise, xs }
    }

    fn gram(&self) -> Vec<Vec<f64>> {
        let entry = |i: usize, j: usize| {
            let noise = if i == j { self.noise } else { 0.0 };
            self.kernel.eval(self.xs[i], self.xs[j]) + noise
        };
        let n = self.xs.len();
        (0..n)
            .map(|i| (0..n).map(|j| entry(i, j)).collect())
            .collect()
    }
}

#[differentiable]
impl<K: Kernel> Kernel for Process<K> {
    fn eval(&self, a: f64, b: f64) -> f64 {
        self.kernel.eval(a, b) * self.noise
    }
}

#[differentiable]
fn weighted<K: Kernel>(kernels: &[K], weights: &[f64], at: f64) -> f64 {
    let mut total = 0.0;
    for (w, k) in weights.iter().zip(kernels) {
        total += w * k.eval(at, 0.3) * k.width();
    }
    total / kernels.len() as f64
}

#[differentiable]
fn widest<K: Kernel + Clone>(kernels: Vec<K>) -> K {
    kernels[kernels.len() - 1].clone()
}

#[differentiable]
fn models(x: &[f64]) -> f64 {
    let kernels: Vec<Rbf> = x.iter().map(|&length| Rbf { length }).collect();
    let process = Process::new(kernels[0], x[1], vec![0.0, 0.5, x[2]]);
    let gram = process.gram();
    let last = widest(kernels.clone());
    gram[0][1] * gram[2][2] + weighted(&kernels, x, x[1]) + process.eval(last.eval(x[0], x[1]), 0.1)
}

#[test]
fn parameters_that_stand_for_models() {
    let x = [0.7, 0.4, 1.1];
    assert_grad(models, &x, &models::gradient(&x));
}

/// The same from outside, but a number.
trait Scalar: Real {
    fn half() -> Self;
}

impl Scalar for f64 {
    fn half() -> Self {
        0.5
    }
}

impl Scalar for f32 {
    fn half() -> Self {
        0.5
    }
}

#[derive(Clone, Differentiable)]
struct Line<T> {
    slope: T,
    offset: T,
}

#[differentiable]
impl<T: Scalar> Line<T> {
    fn at(&self, x: T) -> T {
        self.slope * x + self.offset
    }

    fn halves(&self) -> [T; 2] {
        [self.slope * T::half(), self.offset * T::half()]
    }
}

#[differentiable]
fn norm<T: Scalar>(x: &[T]) -> T {
    let mut total = T::ZERO;
    for &v in x {
        total += v * v;
    }
    total.sqrt()
}

#[differentiable]
fn dot<T: Scalar>(x: &[T], y: &[T]) -> T {
    x.iter().zip(y).map(|(&a, &b)| a * b).sum()
}

#[differentiable]
fn mean<T: Real>(x: &[T]) -> T {
    x.iter().copied().sum::<T>() / T::from_f64(x.len() as f64)
}

#[differentiable]
fn powers<T: Scalar>(x: &mut [T]) {
    for i in 1..x.len() {
        let previous = x[i - 1];
        x[i] *= previous;
    }
}

#[differentiable]
fn numbers<T: Scalar>(x: &[T]) -> T {
    let line = Line {
        slope: x[0],
        offset: x[1],
    };
    let mut y = x.to_vec();
    powers(&mut y);
    let [a, b] = line.halves();
    line.at(x[2]) * norm(&y) + dot(x, &y) * mean(x) + a * b
}

#[test]
fn parameters_that_stand_for_numbers() {
    let x = [0.7, 0.4, 1.1];
    assert_grad(numbers::<f64>, &x, &numbers::gradient(&x));
    let single = numbers::gradient(&[0.7_f32, 0.4, 1.1]);
    let single: Vec<f64> = single.iter().map(|&v| f64::from(v)).collect();
    let close = |a: f64, b: f64| (a - b).abs() < 1e-5;
    assert!(
        single
            .iter()
            .zip(numbers::gradient(&x))
            .all(|(&a, b)| close(a, b))
    );
}
