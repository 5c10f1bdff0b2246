//! Methods that change their receiver and give it back, one by one and in chains.

use pullback::{Differentiable, Real, differentiable};
use pullback_tests::check;

#[derive(Clone, Debug, Differentiable)]
struct Stats {
    n: usize,
    mean: f64,
    m2: f64,
}

#[differentiable]
impl Stats {
    fn new() -> Self {
        Stats {
            n: 0,
            mean: 0.0,
            m2: 0.0,
        }
    }

    fn push(&mut self, x: f64) -> &mut Self {
        self.n += 1;
        let delta = x - self.mean;
        self.mean += delta / self.n as f64;
        self.m2 += delta * (x - self.mean);
        self
    }

    fn push_both(&mut self, x: f64, y: f64) -> &mut Stats {
        if x > 5.0 {
            return self;
        }
        self.push(x).push(y)
    }

    fn scaled(&mut self, k: f64) -> &Self {
        self.mean *= k;
        self
    }

    fn variance(&self) -> f64 {
        if self.n < 2 {
            0.0
        } else {
            self.m2 / (self.n - 1) as f64
        }
    }
}

#[differentiable]
fn chained_statements(a: f64, b: f64, rest: &[f64]) -> f64 {
    let mut s = Stats::new();
    s.push(a).push(b);
    s.push_both(a * b, b).push_both(7.0 * a, b).push(a);
    for &x in rest {
        s.push(x);
    }
    s.variance() + s.mean * 0.1
}
check!(
    chained_statements_checks,
    chained_statements(1.0, 3.0, &[0.4, 1.9])
);

/// What is given back is looked at, and let go.
#[differentiable]
fn given_back(a: f64, rest: &[f64]) -> f64 {
    let mut s = Stats::new();
    s.push(a).push(2.0);
    let mut total = 0.0;
    for &x in rest {
        total += s.scaled(x).variance() * x;
        s.mean += s.scaled(a).mean;
        let given = s.push(x);
        total += given.mean;
    }
    total * s.push(a).variance()
}
check!(given_back_checks, given_back(1.5, &[0.4, 1.9]));

#[derive(Clone, Debug, Differentiable)]
struct Track<T: Real> {
    points: Vec<T>,
    sum: T,
}

#[differentiable]
impl<T: Real> Track<T> {
    fn add_all(&mut self, xs: &[T], k: T) -> &mut Self {
        for &x in xs {
            self.sum += x * k;
            self.points.push(x * x);
        }
        self
    }

    fn finished(&mut self) -> &mut Self {
        match self.points.len() {
            0 => return self,
            1 => {
                self.sum *= self.points[0];
                self
            }
            _ => {
                self.sum += self.points[1];
                self
            }
        }
    }
}

#[differentiable]
fn chains_of_fields_and_elements(x: f64, y: f64) -> f64 {
    let mut track = Track {
        points: vec![],
        sum: x,
    };
    track.add_all(&[x], y).finished();
    if x > 0.0 {
        track.finished().add_all(&[], x).finished();
    }
    let mut both = vec![track.clone(), track.clone()];
    for i in 0..2 {
        both[i].add_all(&[y, x], x).finished();
    }
    for (i, t) in both.iter_mut().enumerate() {
        if i > 0 {
            t.finished().add_all(&[x], y);
        }
    }
    let view = &mut track;
    view.add_all(&[y], x).finished();
    track.sum + both[0].sum * both[1].sum * both[1].points[2]
}
check!(
    chains_of_fields_and_elements_checks,
    chains_of_fields_and_elements(1.2, 0.7),
    chains_of_fields_and_elements(-1.2, 0.7)
);
