use crate::check;
use pullback::{Differentiable, differentiable};
use std::slice;
use std::vec;

#[differentiable]
fn mean_of_made(a: f64, b: f64) -> f64 {
    let s = Samples::new(vec![a, b, a * b]);
    mean_square(s.iter())
}

#[differentiable]
fn mean_square<'a>(xs: impl Iterator<Item = &'a f64>) -> f64 {
    let (mut sum, mut n) = (0.0, 0);
    for x in xs {
        sum += x * x;
        n += 1;
    }
    sum / n as f64
}

#[derive(Clone, Differentiable)]
struct Samples {
    values: Vec<f64>,
}

#[differentiable]
impl Samples {
    fn new(values: Vec<f64>) -> Self {
        Samples { values }
    }
    fn iter(&self) -> slice::Iter<'_, f64> {
        self.values.iter()
    }
    fn mean(&self) -> f64 {
        self.iter().sum::<f64>() / self.values.len() as f64
    }
}

/// A value, elements of lists, what closures and loops are given.
#[differentiable]
fn spread(s: Samples) -> f64 {
    let mean = s.mean();
    s.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>()
}

#[differentiable]
fn of_elements(all: &[Samples]) -> f64 {
    let mut total = all[0].iter().map(|x| x * x).sum::<f64>() * all[1].iter().sum::<f64>();
    for s in all {
        for x in s.iter() {
            total += x * x * x;
        }
    }
    total
        * all
            .iter()
            .map(|s| s.iter().map(|x| x * x).sum::<f64>())
            .sum::<f64>()
}

#[derive(Clone, Differentiable)]
struct Pair {
    left: Samples,
    right: Samples,
}

#[differentiable]
fn of_fields(pair: &Pair) -> f64 {
    let products = pair.left.iter().zip(pair.right.iter()).map(|(x, y)| x * y);
    products.sum::<f64>() * mean_square(pair.left.iter())
}

#[derive(Clone, Differentiable)]
struct Series {
    values: Vec<f64>,
}

#[differentiable]
impl<'a> IntoIterator for &'a Series {
    type Item = &'a f64;
    type IntoIter = slice::Iter<'a, f64>;
    fn into_iter(self) -> Self::IntoIter {
        self.values.iter()
    }
}

#[differentiable]
impl<'a> IntoIterator for &'a mut Series {
    type Item = &'a mut f64;
    type IntoIter = slice::IterMut<'a, f64>;
    fn into_iter(self) -> Self::IntoIter {
        self.values.iter_mut()
    }
}

#[differentiable]
impl IntoIterator for Series {
    type Item = f64;
    type IntoIter = vec::IntoIter<f64>;
    fn into_iter(self) -> Self::IntoIter {
        self.values.into_iter()
    }
}

#[differentiable]
fn scale(s: &mut Series, k: f64) {
    for x in s {
        *x *= k;
    }
}

#[differentiable]
fn looped(mut s: Series) -> f64 {
    let mut total = 0.0;
    for x in &s {
        total += x * x;
    }
    for x in &mut s {
        *x = *x * *x;
    }
    scale(&mut s, total);
    for x in s {
        total += x.sin();
    }
    total
}

#[differentiable]
fn lent(a: &Series, b: &Series) -> f64 {
    let mut total = 0.0;
    for x in a {
        total += x * x;
    }
    total * a.into_iter().zip(b).map(|(x, y)| x * y).sum::<f64>()
}

#[derive(Clone, Differentiable)]
struct Matrix<const N: usize> {
    rows: Vec<[f64; N]>,
}

#[differentiable]
impl<'a, const N: usize> IntoIterator for &'a Matrix<N> {
    type Item = &'a [f64; N];
    type IntoIter = slice::Iter<'a, [f64; N]>;
    fn into_iter(self) -> Self::IntoIter {
        self.rows.iter()
    }
}

#[differentiable]
fn of_rows(m: &Matrix<2>) -> f64 {
    let mut total = 1.0;
    for row in m {
        total = total * row[0] + row.iter().map(|x| x * x).sum::<f64>();
    }
    total
}

fn split(x: &[f64]) -> [Vec<f64>; 2] {
    [x[..2].to_vec(), x[2..].to_vec()]
}

const POINTS: [&[f64]; 2] = [&[0.3, 1.2, -0.7, 0.9], &[1.4, -0.6, 0.8, 2.1]];

#[test]
fn of_an_iter() {
    let made = |x: &[f64]| <[f64; 2]>::from(mean_of_made::gradient(x[0], x[1])).to_vec();
    check(
        |x| mean_of_made(x[0], x[1]),
        made,
        &[&[0.3, 1.2], &[1.4, -0.6]],
    );
    let samples = |x: &[f64]| Samples { values: x.to_vec() };
    let gradient = |x: &[f64]| spread::gradient(samples(x)).values;
    check(|x| spread(samples(x)), gradient, &POINTS);
    let all = |x: &[f64]| split(x).map(|values| Samples { values });
    let gradient = |x: &[f64]| {
        let all = of_elements::gradient(&all(x));
        all.into_iter().flat_map(|s| s.values).collect()
    };
    check(|x| of_elements(&all(x)), gradient, &POINTS);
    let pair = |x: &[f64]| {
        let [left, right] = all(x);
        Pair { left, right }
    };
    let gradient = |x: &[f64]| {
        let pair = of_fields::gradient(&pair(x));
        [pair.left.values, pair.right.values].concat()
    };
    check(|x| of_fields(&pair(x)), gradient, &POINTS);
}

#[test]
fn of_loops() {
    let series = |x: &[f64]| Series { values: x.to_vec() };
    let gradient = |x: &[f64]| looped::gradient(series(x)).values;
    check(|x| looped(series(x)), gradient, &POINTS);
    let both = |x: &[f64]| split(x).map(|values| Series { values });
    let value = |x: &[f64]| {
        let [a, b] = both(x);
        lent(&a, &b)
    };
    let gradient = |x: &[f64]| {
        let [a, b] = both(x);
        let (a, b) = lent::gradient(&a, &b);
        [a.values, b.values].concat()
    };
    check(value, gradient, &POINTS);
    let matrix = |x: &[f64]| Matrix {
        rows: vec![[x[0], x[1]], [x[2], x[3]]],
    };
    let gradient = |x: &[f64]| of_rows::gradient(&matrix(x)).rows.concat();
    check(|x| of_rows(&matrix(x)), gradient, &POINTS);
}
