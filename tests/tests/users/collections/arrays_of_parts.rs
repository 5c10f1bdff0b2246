//! Arrays made of parts of slices whose length only their use tells, and rows paired with rows that a method gives.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn volume([a, b, c]: [f64; 3]) -> f64 {
    a * b + b * c * c
}

#[derive(Clone, Debug, Differentiable)]
struct Path {
    points: Vec<[f64; 3]>,
    width: usize,
    cells: Vec<f64>,
}

#[differentiable]
impl Path {
    fn new(v: &[f64]) -> Self {
        Path {
            points: v[..6]
                .chunks_exact(3)
                .map(|c| c.try_into().unwrap())
                .collect(),
            width: 3,
            cells: v.to_vec(),
        }
    }

    fn row(&self, i: usize) -> &[f64] {
        &self.cells[i * self.width..(i + 1) * self.width]
    }

    fn row_mut(&mut self, i: usize) -> &mut [f64] {
        let w = self.width;
        &mut self.cells[i * w..(i + 1) * w]
    }

    fn mixed(&self, other: &Path) -> f64 {
        let mut mixed = self.clone();
        for i in 0..2 {
            for (x, y) in mixed.row_mut(i).iter_mut().zip(other.row(1 - i)) {
                *x += y * other.cells[i];
            }
        }
        let mut sum = 0.0;
        for (x, y) in mixed.cells.iter().zip(other.row(1)) {
            sum += x * y * x;
        }
        sum
    }
}

#[differentiable]
fn f(v: &[f64]) -> f64 {
    let path = Path::new(v);
    let made = <[f64; 2]>::try_from(&v[2..4]).unwrap();
    let inner: f64 = path.points.iter().map(|p| volume(*p)).sum();
    inner * made[1] + volume(v[1..4].try_into().unwrap()) + path.mixed(&path)
}

#[test]
fn gradient_is_right() {
    let x = [0.3, 0.9, 0.7, -0.2, 0.4, 1.1];
    assert_grad(f, &x, &f::gradient(&x));
}

#[test]
#[should_panic(expected = "another length")]
fn lengths_must_agree() {
    #[differentiable]
    fn first(v: &[f64]) -> f64 {
        volume(v[..4].try_into().unwrap())
    }
    first::gradient(&[1.0, 2.0, 3.0, 4.0]);
}
