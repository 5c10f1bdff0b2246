//! Types that grow by an `Extend` of their own, which is not that of a list, also where they have a `push`.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;
use std::collections::{HashSet, VecDeque};

#[derive(Clone, Debug, Default, Differentiable)]
struct Moments {
    count: usize,
    mean: f64,
    seen: Vec<f64>,
}

#[differentiable]
impl Moments {
    fn push(&mut self, x: f64) {
        self.count += 1;
        self.mean += (x - self.mean) / self.count as f64;
        self.seen.push(x);
    }
}

#[differentiable]
impl Extend<f64> for Moments {
    fn extend<I: IntoIterator<Item = f64>>(&mut self, items: I) {
        for x in items {
            self.push(x * x);
        }
    }
}

#[differentiable]
impl FromIterator<f64> for Moments {
    fn from_iter<I: IntoIterator<Item = f64>>(items: I) -> Self {
        let mut moments = Moments::default();
        moments.extend(items);
        moments
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Meter {
    moments: Moments,
    gain: f64,
}

#[differentiable]
impl Meter {
    fn feed(&mut self, x: &[f64]) {
        self.moments.extend(x.iter().map(|v| v * self.gain));
    }
}

#[differentiable]
fn grown(x: &[f64]) -> f64 {
    let moments: Moments = x.iter().map(|v| v.sin()).collect();
    let mut meter = Meter {
        moments,
        gain: x[0],
    };
    meter.feed(x);
    meter.moments.extend(x.to_vec());
    meter.moments.extend([x[1], 1.0]);
    let items = x.iter().copied().rev();
    meter.moments.extend(items);
    meter.moments.mean * meter.moments.seen[1]
}

check!(extended_by_values, grown(&[0.7, -0.4, 1.3]));

#[derive(Clone, Debug, Differentiable)]
struct Path {
    times: Vec<f64>,
    values: Vec<f64>,
}

#[differentiable]
impl Extend<(f64, f64)> for Path {
    fn extend<I: IntoIterator<Item = (f64, f64)>>(&mut self, points: I) {
        for (time, value) in points {
            self.times.push(time);
            self.values.push(value);
        }
    }
}

#[differentiable]
fn area(x: &[f64]) -> f64 {
    let mut path = Path {
        times: vec![],
        values: vec![],
    };
    path.extend(
        x.iter()
            .enumerate()
            .map(|(i, v)| (i as f64 + v.abs(), v * v)),
    );
    let steps = path.times.windows(2).zip(path.values.windows(2));
    steps
        .map(|(t, v)| 0.5 * (t[1] - t[0]) * (v[0] + v[1]))
        .sum()
}

check!(extended_by_pairs, area(&[0.7, -0.4, 1.3]));

// Lists are extended as ever beside types with a `push`.
#[derive(Clone, Debug, Default, Differentiable)]
struct Journal {
    total: f64,
    log: Vec<f64>,
    q: VecDeque<f64>,
    rows: Vec<Vec<f64>>,
}
#[differentiable]
impl Journal {
    fn push(&mut self, x: f64) {
        self.total += x;
        self.log.extend([x, 2.0 * x]);
        self.q.extend(self.log.iter().map(|v| v * v));
        self.rows.push(vec![]);
        for r in self.rows.iter_mut() {
            r.extend(self.log.iter().copied());
        }
    }
}
#[differentiable]
fn grow(v: &mut Vec<f64>, x: &[f64]) {
    v.extend(x);
    v.extend(x.iter().map(|a| a.sin()));
}
#[differentiable]
fn lists(x: &[f64]) -> f64 {
    let mut a = Journal::default();
    a.push(x[0]);
    a.push(x[1]);
    let mut v = Vec::new();
    v.extend(x.iter().map(|v| v * v));
    grow(&mut v, x);
    let mut parts: Vec<Vec<f64>> = vec![vec![]; 2];
    for (i, p) in parts.iter_mut().enumerate() {
        p.extend(x.iter().map(|t| t * i as f64));
    }
    parts[1].extend(v.iter().copied());
    let joined = parts.into_iter().fold(Vec::new(), |mut acc, p| {
        acc.extend(p);
        acc
    });
    let mut seen = HashSet::new();
    seen.extend(0..3);
    a.total
        + a.q.iter().sum::<f64>()
        + a.rows.iter().flatten().sum::<f64>()
        + joined.iter().map(|v| v * v).sum::<f64>()
        + seen.len() as f64
}

check!(lists_beside_types_with_a_push, lists(&[1.1, 0.5]));
