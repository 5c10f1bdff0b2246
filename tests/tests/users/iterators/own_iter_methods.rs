use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::ops::{Deref, Mul, Neg};
use std::slice;

#[derive(Clone, Differentiable)]
struct Poly {
    c: Vec<f64>,
}

#[differentiable]
impl Poly {
    fn new(c: Vec<f64>) -> Poly {
        Poly { c }
    }
    fn iter(&self) -> impl Iterator<Item = &f64> {
        self.c.iter()
    }
    fn total(&self) -> f64 {
        let squares = self.iter().map(|&v| v * v).sum::<f64>();
        let products = self.iter().zip(&self.c).map(|(a, b)| *a * b * b);
        self.iter().sum::<f64>() + squares + products.sum::<f64>()
    }
}

#[derive(Clone, Differentiable)]
struct Samples {
    values: Vec<f64>,
}

#[differentiable]
impl Samples {
    fn iter(&self) -> slice::Iter<'_, f64> {
        self.values.iter()
    }
    fn into_values(self) -> std::vec::IntoIter<f64> {
        self.values.into_iter()
    }
    fn norm(&self) -> f64 {
        self.iter().map(|v| v * v).sum::<f64>().sqrt()
    }
}

#[derive(Clone, Differentiable)]
struct Weights {
    w: Vec<f64>,
}

#[differentiable]
impl Deref for Weights {
    type Target = Vec<f64>;
    fn deref(&self) -> &Vec<f64> {
        &self.w
    }
}

#[differentiable]
fn of_a_literal(x: &[f64]) -> f64 {
    let p = Poly { c: x.to_vec() };
    let constant = Poly { c: vec![1.0, 2.0] };
    let mut s = constant.iter().sum::<f64>() * x[0];
    for (i, c) in constant.iter().enumerate() {
        s += c * x[i] * x[0];
    }
    s + p.iter().map(|c| c * c).sum::<f64>()
}

#[differentiable]
fn of_a_constructor(x: &[f64]) -> f64 {
    let p = Poly::new(x.to_vec());
    let mut s = 0.0;
    for v in p.iter() {
        if *v > 1.0 {
            s += v * *v * s + v;
        } else {
            s -= p.iter().copied().fold(f64::NEG_INFINITY, f64::max) * v;
        }
    }
    s + p.total()
}

#[differentiable]
fn by_name_of_the_iterator(x: &[f64]) -> f64 {
    let samples = Samples { values: x.to_vec() };
    let best = samples.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let doubled: Vec<f64> = samples.iter().map(|v| v * 2.0).collect();
    let back = samples
        .iter()
        .rev()
        .zip(x)
        .map(|(a, b)| a * b * b)
        .sum::<f64>();
    let sum = best * doubled[0] * samples.norm() + back;
    sum + samples.into_values().map(|v| v * v).sum::<f64>()
}

#[differentiable]
fn through_deref(x: &[f64]) -> f64 {
    let w = Weights { w: x.to_vec() };
    let weighted = w.iter().enumerate().map(|(i, v)| i as f64 * v).sum::<f64>();
    w.iter().map(|v| v * v).sum::<f64>() + w[0] + weighted
}

#[differentiable]
impl Mul for &Poly {
    type Output = Poly;
    fn mul(self, other: &Poly) -> Poly {
        let mut c = vec![0.0; self.c.len() + other.c.len() - 1];
        for (i, a) in self.c.iter().enumerate() {
            for (j, b) in other.c.iter().enumerate() {
                c[i + j] += a * b;
            }
        }
        Poly { c }
    }
}

#[differentiable]
impl Neg for Samples {
    type Output = Samples;
    fn neg(self) -> Samples {
        let values = self.values.iter().map(|v| -v).collect();
        Samples { values }
    }
}

#[differentiable]
fn of_operators(x: &[f64]) -> f64 {
    let p = Poly { c: x.to_vec() };
    let product = &p * &p;
    let mut total = 0.0;
    for (i, c) in product.iter().enumerate() {
        total += c * i as f64;
    }
    let values = vec![total, x[0]];
    let negative = -Samples { values };
    negative.iter().map(|v| v * v).sum::<f64>() + product.iter().sum::<f64>()
}

#[test]
fn gradients_are_right() {
    for x in [[0.3, 2.5], [1.7, 0.4]] {
        for _ in 0..2 {
            assert_grad(of_a_literal, &x, &of_a_literal::gradient(&x));
            assert_grad(of_a_constructor, &x, &of_a_constructor::gradient(&x));
            let g = by_name_of_the_iterator::gradient(&x);
            assert_grad(by_name_of_the_iterator, &x, &g);
            assert_grad(through_deref, &x, &through_deref::gradient(&x));
            assert_grad(of_operators, &x, &of_operators::gradient(&x));
        }
    }
}
