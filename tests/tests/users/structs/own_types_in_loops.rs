use crate::check;
use pullback::{Differentiable, differentiable};
use std::ops::{Index, IndexMut};

#[derive(Debug, Clone, Differentiable)]
pub struct Series {
    values: Vec<f64>,
    dt: f64,
}

#[differentiable]
impl Series {
    pub fn new(values: Vec<f64>, dt: f64) -> Self {
        Series { values, dt }
    }
    pub fn len(&self) -> usize {
        self.values.len()
    }
    pub fn iter(&self) -> impl Iterator<Item = &f64> {
        self.values.iter()
    }
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, f64> {
        self.values.iter_mut()
    }
    pub fn times(&self) -> impl Iterator<Item = f64> + '_ {
        (0..self.len()).map(|i| i as f64 * self.dt)
    }
    pub fn scaled(mut self, k: f64) -> Self {
        for v in self.iter_mut() {
            *v *= k;
        }
        self
    }
}
impl<'a> IntoIterator for &'a Series {
    type Item = &'a f64;
    type IntoIter = std::slice::Iter<'a, f64>;
    fn into_iter(self) -> Self::IntoIter {
        self.values.iter()
    }
}
#[differentiable]
impl Index<usize> for Series {
    type Output = f64;
    fn index(&self, i: usize) -> &f64 {
        &self.values[i]
    }
}
#[differentiable]
impl IndexMut<usize> for Series {
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        &mut self.values[i]
    }
}

/// By another name, a list.
type Samples = Vec<f64>;

#[differentiable]
fn rms(s: &Series) -> f64 {
    let mut total = 0.0;
    for v in s {
        total += v * v;
    }
    (total / s.len() as f64).sqrt()
}
#[differentiable]
fn energy(s: &Samples) -> f64 {
    let mut total = 0.0;
    for v in s {
        total += v * v;
    }
    total
}
#[differentiable]
fn damp(s: &mut Series, k: f64) {
    for (i, v) in s.iter_mut().enumerate() {
        *v *= 1.0 - k * i as f64;
    }
}
#[differentiable]
fn shift(s: &mut Samples, by: f64) {
    for v in s.iter_mut() {
        *v += by;
    }
}
#[differentiable]
fn objective(p: &[f64]) -> f64 {
    let mut input = Series::new(p[..3].to_vec(), 0.1);
    let output = Series {
        values: p[3..6].to_vec(),
        dt: p[6],
    };
    for v in input.iter_mut() {
        *v *= p[6];
    }
    input[1] += output[0];
    damp(&mut input, p[6]);
    let mut sines = 0.0;
    for v in &input {
        sines += v.sin();
    }
    for (v, w) in input.iter().zip(&output) {
        sines += v * w;
    }
    let correlated: f64 = p.iter().zip(&output).map(|(a, b)| a * b).sum();
    let mut samples = p.to_vec();
    shift(&mut samples, p[1]);
    let last = output.clone().scaled(p[0]);
    sines * correlated
        + rms(&input)
        + rms(&output)
        + energy(&samples)
        + last.times().sum::<f64>() * last[2]
}
#[test]
fn own_types_in_loops() {
    check(
        objective,
        |x| objective::gradient(x),
        &[&[0.3, 0.1, 0.8, 0.4, 0.6, -0.3, 1.2]],
    );
}
