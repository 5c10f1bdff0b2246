//! What is made of the item that an iterator is asked for, in closures of `Option`'s `map`.

use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn in_a_table(v: &[f64]) -> f64 {
    let table = vec![("a", v[0]), ("b", v[1] * 2.0)];
    let named = table.iter().find(|(n, _)| *n == "b").map(|(_, x)| *x);
    let first = table
        .iter()
        .find(|t| t.0 == "a")
        .map(|t| t.1 * v[2])
        .unwrap_or(0.0);
    named.unwrap_or(1.0) * v[2] + first
}

#[differentiable]
fn at_positions(v: &[f64]) -> f64 {
    let next = v.iter().position(|x| *x > 0.5).map(|i| i + 1).unwrap_or(0);
    let last = v.iter().rposition(|x| *x < 1.0).unwrap_or(0);
    v[next.min(2)] * v[last]
}

#[differentiable]
fn of_extremes(v: &[f64]) -> f64 {
    let weighted: f64 = v
        .iter()
        .enumerate()
        .min_by(|a, b| a.1.total_cmp(b.1))
        .map(|(i, x)| x * (i as f64 + 1.0))
        .unwrap();
    let log_sum = v
        .iter()
        .copied()
        .reduce(f64::max)
        .map(|m| v.iter().map(|x| (x - m).exp()).sum::<f64>().ln() + m)
        .unwrap_or(f64::NEG_INFINITY);
    weighted * log_sum
}

#[differentiable]
fn matched(v: &[f64]) -> f64 {
    let or_first = if let Some(y) = v.iter().find(|x| **x > 0.8).map(|x| x * 2.0) {
        y * v[1]
    } else {
        v[0]
    };
    let guarded = match v.iter().rev().find(|x| **x > 0.5).map(|x| x.sin()) {
        Some(y) if y > 0.7 => y * v[1],
        Some(y) => y,
        None => v[0] * 3.0,
    };
    or_first + guarded * square_above(v).unwrap_or(1.0) * square_above(&v[1..]).map_or(0.5, |x| x)
}

#[differentiable]
fn square_above(v: &[f64]) -> Option<f64> {
    v.iter().map(|x| x * x).find(|x| *x > 0.2).map(|x| x + v[0])
}

#[test]
fn gradients_are_right() {
    for x in [
        [0.3, 0.9, 0.7],
        [1.2, 0.4, 2.1],
        [0.2, 0.1, 0.3],
        [0.6, -0.7, 0.55],
    ] {
        assert_grad(in_a_table, &x, &in_a_table::gradient(&x));
        assert_grad(at_positions, &x, &at_positions::gradient(&x));
        assert_grad(of_extremes, &x, &of_extremes::gradient(&x));
        assert_grad(matched, &x, &matched::gradient(&x));
    }
}

/// among numbers whose ends are fields
#[derive(Clone, pullback::Differentiable)]
struct Knots<T> {
    degree: usize,
    at: Vec<T>,
}

#[differentiable]
impl<T: pullback::Real> Knots<T> {
    fn span(&self, t: T) -> usize {
        let n = self.at.len();
        (self.degree..n - 1)
            .rev()
            .find(|&i| self.at[i] <= t)
            .unwrap_or(self.degree)
    }

    fn blend(&self, t: T) -> T {
        let k = self.span(t);
        let near = self.at[k..=k + 1].to_vec();
        (t - near[0]) / (near[1] - near[0])
    }
}

#[differentiable]
fn between_fields(v: &[f64]) -> f64 {
    let knots = Knots {
        degree: 1,
        at: vec![v[0], v[0] + 0.1, v[1] * 3.0, v[1] * 5.0],
    };
    knots.blend(v[2]) * knots.blend(v[1])
}

#[test]
fn gradients_between_fields_are_right() {
    for x in [[0.3, 0.9, 0.7], [0.2, 0.4, 1.5]] {
        assert_grad(between_fields, &x, &between_fields::gradient(&x));
    }
}
