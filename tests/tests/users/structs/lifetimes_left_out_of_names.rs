//! Structs that borrow, whose lifetimes are left out of signatures, whatever the structs are called.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Series<'a> {
    at: &'a [f64],
    values: &'a [f64],
}

#[derive(Clone, Copy, Differentiable)]
struct Both<'x, 'y, T> {
    left: &'x [T],
    right: &'y [T],
    weight: f64,
}

#[differentiable]
fn squares(of: &Series, slope: f64) -> f64 {
    let pairs = of.at.iter().zip(of.values);
    pairs.map(|(t, y)| (slope * t - y).powi(2)).sum()
}

#[differentiable]
fn last(of: Series) -> f64 {
    of.at[of.at.len() - 1] * of.values[0]
}

#[differentiable]
fn halves(x: &[f64]) -> Series {
    let (at, values) = x.split_at(x.len() / 2);
    Series { at, values }
}

#[differentiable]
fn product(both: &Both<f64>) -> f64 {
    let pairs = both.left.iter().zip(both.right);
    both.weight * pairs.map(|(a, b)| a * b).sum::<f64>()
}

#[differentiable]
impl Series<'_> {
    fn dot(&self, other: &Series) -> f64 {
        let pairs = self.values.iter().zip(other.values);
        pairs.map(|(a, b)| a * b).sum()
    }

    fn whole(&self, other: Series) -> f64 {
        self.dot(&other) + other.at[0]
    }
}

#[differentiable]
trait Score {
    fn score(&self, of: &Series) -> f64;

    fn twice(&self, of: &Series) -> f64 {
        2.0 * self.score(of)
    }
}

#[derive(Differentiable)]
struct Line {
    slope: f64,
}

#[differentiable]
impl Score for Line {
    fn score(&self, of: &Series) -> f64 {
        squares(of, self.slope)
    }
}

#[differentiable]
fn best(models: &[Line], of: &Series) -> f64 {
    let scores = models.iter().map(|m| m.score(of));
    scores.fold(f64::INFINITY, f64::min)
}

#[differentiable]
fn everything(x: &[f64]) -> f64 {
    let of = halves(x);
    let line = Line { slope: x[1] };
    let both = Both {
        left: &x[1..],
        right: of.at,
        weight: x[0],
    };
    squares(&of, x[0]) * last(of)
        + product(&both)
        + of.whole(halves(&x[1..]))
        + line.twice(&of)
        + best(&[Line { slope: x[3] }, Line { slope: 2.0 }], &of)
}

#[test]
fn gradients_are_right() {
    for x in [[0.3, 0.7, 1.2, -0.4], [1.3, -0.7, 0.2, 2.4]] {
        assert_grad(everything, &x, &everything::gradient(&x));
        assert_grad(everything, &x, &everything::gradient(&x));
    }
}

#[test]
fn each_has_its_gradient() {
    let x = [1.0, 2.0, 3.0, 4.0];
    let of = halves(&x);
    let (d_of, d_slope) = squares::gradient(&of, 2.0);
    assert_eq!((d_of.values, d_slope), (vec![2.0, 0.0], -2.0));
    let (d_line, _) = Line { slope: 2.0 }.score_gradient(&of);
    assert_eq!(d_line.slope, -2.0);
    let (value, pullback) = last::vjp(of);
    assert_eq!((value, pullback.call(1.0).at), (6.0, vec![0.0, 3.0]));
}
