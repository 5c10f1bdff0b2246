use crate::assert_grad;
use pullback::{Differentiable, differentiable};

/// A vector whose methods are called as those of iterators are.
#[derive(Clone, Debug, Differentiable)]
struct Vector {
    items: Vec<f64>,
}

#[differentiable]
impl Vector {
    fn new(items: Vec<f64>) -> Self {
        Vector { items }
    }

    fn map(&self, f: impl Fn(f64) -> f64) -> Vector {
        Vector {
            items: self.items.iter().map(|&v| f(v)).collect(),
        }
    }

    fn zip(&self, other: &Vector, f: impl Fn(f64, f64) -> f64) -> Vector {
        let pairs = self.items.iter().zip(&other.items);
        Vector::new(pairs.map(|(&a, &b)| f(a, b)).collect())
    }

    fn sum(&self) -> f64 {
        self.items.iter().sum()
    }
}

#[differentiable]
fn made_there(x: &[f64]) -> f64 {
    Vector::new(x.to_vec()).map(|v| v.tanh()).sum()
}

#[differentiable]
fn of_a_literal(x: &[f64]) -> f64 {
    Vector { items: x.to_vec() }.map(|v| v * 3.0).sum()
}

#[differentiable]
fn zipped(x: &[f64]) -> f64 {
    let (v, k) = (Vector::new(x.to_vec()), x[0]);
    v.zip(&v.map(|a| a * k), |a, b| a * b).map(|a| a + k).sum()
}

#[test]
fn gradients_are_those_of_the_types_own_methods() {
    let x = [0.3, 0.8, 1.2];
    assert_grad(made_there, &x, &made_there::gradient(&x));
    assert_grad(of_a_literal, &x, &of_a_literal::gradient(&x));
    assert_grad(zipped, &x, &zipped::gradient(&x));
}
