//! Loops that keep only what one of their iterations has: the largest, the nearest, the last.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Field<const D: usize> {
    points: Vec<[f64; D]>,
    reach: f64,
}

#[differentiable]
impl<const D: usize> Field<D> {
    fn nearest(&self, to: &[f64; D]) -> f64 {
        let mut best = f64::INFINITY;
        for point in &self.points {
            let squared: f64 = point.iter().zip(to).map(|(a, b)| (a - b).powi(2)).sum();
            if squared < best {
                best = squared;
            }
        }
        self.reach * best.sqrt()
    }

    fn spread(&self) -> f64 {
        let mut widest = 0.0_f64;
        for (i, a) in self.points.iter().enumerate() {
            for b in &self.points[i + 1..] {
                widest = widest.max((a[0] - b[0]).abs() * self.reach);
            }
        }
        widest
    }
}

#[differentiable]
fn of_field(x: &[f64]) -> f64 {
    let field = Field {
        points: x[1..].chunks_exact(2).map(|c| [c[0], c[1]]).collect(),
        reach: x[0],
    };
    let probe = |t: f64| field.nearest(&[t, t * x[0]]);
    probe(0.3) + probe(-1.0) * field.spread()
}

#[differentiable]
fn softmax_rows(x: &[f64]) -> f64 {
    let weights = |row: &[f64]| {
        let top = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let shifted: Vec<f64> = row.iter().map(|v| (v - top).exp()).collect();
        let total: f64 = shifted.iter().sum();
        shifted.into_iter().map(|v| v / total).collect::<Vec<_>>()
    };
    let mut s = 0.0;
    for row in x.chunks(3) {
        for (i, w) in weights(row).into_iter().enumerate() {
            s += w * w * (i + 1) as f64;
        }
    }
    s
}

#[differentiable]
fn last_of_its_kind(x: &[f64]) -> f64 {
    let (mut last, mut seen) = (x[0], 0);
    for (i, &v) in x.iter().enumerate() {
        if i % 3 == 2 {
            continue;
        }
        if v > 0.0 {
            last = v * x[x.len() - 1];
            seen += 1;
        }
    }
    last * f64::from(seen)
}

#[differentiable]
fn lowest_and_highest(x: &[f64]) -> f64 {
    let (mut lo, mut hi, mut at) = (f64::MAX, f64::MIN, 0);
    let mut area = 0.0;
    for k in (0..x.len()).rev() {
        let v = x[k].sin() + 0.1 * x[k];
        lo = lo.min(v);
        if v > hi {
            hi = v;
            at = k;
        }
        area += v * v;
    }
    (hi - lo) * area + x[at] * x[(at + 1) % x.len()]
}

#[differentiable]
fn asked_of_each_round(x: &[f64]) -> f64 {
    let mut best = x[0];
    let mut s = 0.0;
    for &v in x {
        if v > best {
            best = v;
        }
        s += best * v;
    }
    s
}

#[differentiable]
fn taken_from_what_changes(x: &[f64]) -> f64 {
    let mut level = 1.0;
    let mut highest = f64::MIN;
    let mut y = x.to_vec();
    for i in 1..y.len() {
        level *= 0.5 + y[i] * y[i];
        y[i] += y[i - 1];
        highest = highest.max(y[i]);
        if level > highest {
            highest = level;
        }
    }
    highest * level
}

#[differentiable]
fn within(x: &[f64]) -> Option<f64> {
    let mut best: f64 = 0.0;
    for pair in x.windows(2) {
        let rise = pair[1] - pair[0];
        if rise > 5.0 {
            return None;
        }
        best = best.max(rise);
    }
    Some(best * best)
}

#[differentiable]
fn within_or(x: &[f64]) -> f64 {
    within(x).unwrap_or(x[0])
}

#[test]
fn gradients_are_right() {
    let functions: [(fn(&[f64]) -> f64, fn(&[f64]) -> Vec<f64>); 7] = [
        (of_field, of_field::gradient),
        (softmax_rows, softmax_rows::gradient),
        (last_of_its_kind, last_of_its_kind::gradient),
        (lowest_and_highest, lowest_and_highest::gradient),
        (asked_of_each_round, asked_of_each_round::gradient),
        (taken_from_what_changes, taken_from_what_changes::gradient),
        (within_or, within_or::gradient),
    ];
    for (f, gradient) in functions {
        for length in [3, 5, 9] {
            for start in 0..5 {
                let at = |i: usize| 1.4 * (1.3 * i as f64 + 0.7 * f64::from(start) + 0.2).sin();
                let x: Vec<f64> = (0..length).map(at).collect();
                assert_grad(f, &x, &gradient(&x));
                assert_eq!(gradient(&x), gradient(&x));
            }
        }
    }
}

#[test]
fn nothing_is_found_where_no_iteration_wins() {
    assert_eq!(last_of_its_kind::gradient(&[-1.0, -2.0, 3.0]), [0.0; 3]);
    assert_eq!(within_or::gradient(&[2.0, 1.0]), [0.0, 0.0]);
    assert_eq!(within_or::gradient(&[2.0, 9.0]), [1.0, 0.0]);
    assert_eq!(within_or::gradient(&[2.0]), [0.0]);
}

#[test]
fn ties_go_to_the_first_and_nan_is_passed_over() {
    #[differentiable]
    fn largest(x: &[f64]) -> f64 {
        x.iter().copied().fold(f64::NEG_INFINITY, f64::max)
    }
    assert_eq!(largest::gradient(&[1.0, 3.0, 3.0]), [0.0, 1.0, 0.0]);
    assert_eq!(largest::gradient(&[1.0, f64::NAN]), [1.0, 0.0]);
}
