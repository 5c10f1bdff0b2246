use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
trait Kernel {
    type Input: Differentiable;

    fn at(&self, a: &Self::Input, b: &Self::Input) -> f64;

    fn twice(&self, a: &Self::Input) -> f64 {
        2.0 * self.at(a, a)
    }
}

#[derive(Differentiable)]
struct Smooth {
    length: f64,
}

#[derive(Differentiable)]
struct Linear {
    scales: [f64; 2],
}

#[differentiable]
impl Kernel for Smooth {
    type Input = f64;

    fn at(&self, a: &f64, b: &f64) -> f64 {
        (-(a - b).powi(2) / self.length).exp()
    }
}

#[differentiable]
impl Kernel for Linear {
    type Input = [f64; 2];

    fn at(&self, a: &[f64; 2], b: &[f64; 2]) -> f64 {
        (0..2).map(|i| self.scales[i] * a[i] * b[i]).sum()
    }
}

#[derive(Differentiable)]
struct Process<K: Kernel + Differentiable> {
    kernel: K,
    noise: f64,
}

#[differentiable]
impl<K: Kernel + Differentiable> Process<K> {
    fn gram(&self, points: &[K::Input]) -> Vec<Vec<f64>> {
        let noise = |i: usize, j: usize| if i == j { self.noise } else { 0.0 };
        let rows = points.iter().enumerate().map(|(i, a)| {
            let row = points.iter().enumerate();
            row.map(|(j, b)| self.kernel.at(a, b) + noise(i, j))
                .collect()
        });
        rows.collect()
    }

    fn total(&self, points: &[K::Input]) -> f64 {
        let squares = self
            .gram(points)
            .iter()
            .flatten()
            .map(|g| g * g)
            .sum::<f64>();
        match points.first() {
            Some(first) => squares * self.kernel.twice(first),
            None => 0.0,
        }
    }
}

#[differentiable]
fn of_both(x: &[f64]) -> f64 {
    let smooth = Process {
        kernel: Smooth { length: x[0] },
        noise: x[1],
    };
    let linear = Process {
        kernel: Linear {
            scales: [x[1], x[0]],
        },
        noise: x[2],
    };
    let mut total = linear.total(&[]);
    for shift in [0.0, 0.5] {
        total += smooth.total(&[x[0], x[2] + shift, 1.5]);
    }
    total + linear.total(&[[x[0], 1.0], [x[2], x[1]]])
}

#[test]
fn gradients_are_right() {
    for x in [[0.5, 1.3, 2.0], [1.5, 0.4, 0.3]] {
        assert_grad(of_both, &x, &of_both::gradient(&x));
    }
}
