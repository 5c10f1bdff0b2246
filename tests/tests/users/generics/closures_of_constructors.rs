use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Mat<const R: usize, const C: usize> {
    m: [[f64; C]; R],
}

#[differentiable]
impl<const R: usize, const C: usize> Mat<R, C> {
    fn from_fn(f: impl Fn(usize, usize) -> f64) -> Self {
        let mut m = [[0.0; C]; R];
        for i in 0..R {
            for j in 0..C {
                m[i][j] = f(i, j);
            }
        }
        Mat { m }
    }
    fn transposed(&self) -> Mat<C, R> {
        Mat::from_fn(|i, j| self.m[j][i])
    }
    fn sum(&self) -> f64 {
        self.m.iter().flatten().sum()
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Tanh {
    gain: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Dense<A> {
    weights: Vec<f64>,
    activation: A,
}

#[differentiable]
impl<A: Clone + Differentiable> Dense<A> {
    fn new(n: usize, init: impl Fn(usize) -> f64, activation: A) -> Self {
        Dense {
            weights: (0..n).map(|i| init(i)).collect(),
            activation,
        }
    }
    fn checked(n: usize, init: impl Fn(usize) -> f64, activation: A) -> Option<Self> {
        if n == 0 {
            None
        } else {
            Some(Dense::new(n, init, activation))
        }
    }
}

#[differentiable]
fn seed(i: usize) -> f64 {
    0.5 + i as f64
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let m: Mat<2, 3> = Mat::from_fn(|i, j| x[i] * x[j + 1]);
    let t = m.transposed();
    let dense = Dense::new(3, |i| x[i] * m.m[0][1], Tanh { gain: x[3] });
    let other = Dense::new(2, seed, x[1]);
    let mut total = t.sum() * t.m[2][1] + other.weights[1] * other.activation;
    for n in 0..2 {
        if let Some(checked) = Dense::checked(n, |i| x[i + 1] * x[0], x[2]) {
            total += checked.weights[0] * checked.activation;
        }
    }
    total + dense.weights.iter().sum::<f64>() * (dense.activation.gain * x[0]).tanh()
}

#[test]
fn gradient_is_right() {
    for x in [[0.6, 1.4, -0.7, 2.0], [-0.3, 0.2, 0.9, 1.1]] {
        for _ in 0..2 {
            assert_grad(|x| f(x), &x, &f::gradient(&x));
        }
    }
}
