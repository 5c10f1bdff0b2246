//! Types that grow by an `Extend` of their own, which is not that of a list, also where they have a `push`.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

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
