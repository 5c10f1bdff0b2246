use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Objective<F> {
    f: F,
    penalty: f64,
}

#[differentiable]
impl<F: Fn(f64) -> f64> Objective<F> {
    fn new(f: F) -> Self {
        Objective { f, penalty: 1.0 }
    }

    fn penalty(mut self, penalty: f64) -> Self {
        self.penalty = penalty;
        self
    }

    fn value(&self, x: f64) -> f64 {
        (self.f)(x) + self.penalty * x
    }

    fn golden(&self, mut a: f64, mut b: f64, n: usize) -> f64 {
        let ratio = (5f64.sqrt() - 1.0) / 2.0;
        for _ in 0..n {
            let (c, d) = (b - ratio * (b - a), a + ratio * (b - a));
            if self.value(c) < self.value(d) {
                b = d
            } else {
                a = c
            }
        }
        self.value(0.5 * (a + b))
    }

    fn best(&self, xs: &[f64]) -> f64 {
        let by_value = |a: &f64, b: &f64| self.value(*a).partial_cmp(&self.value(*b)).unwrap();
        xs.iter().copied().min_by(by_value).unwrap()
    }
}

/// What another block of the type has calls what the first one has.
#[differentiable]
impl<F: Fn(f64) -> f64> Objective<F> {
    fn halved(&self, x: f64) -> f64 {
        let (mut x, mut n) = (x, 0);
        while self.value(x) > 0.1 && n < 10 {
            x *= 0.5;
            n += 1;
        }
        x * n as f64
    }
}

/// So does a type that has one in a field.
#[derive(Clone, Differentiable)]
struct Search<F> {
    objective: Objective<F>,
    low: f64,
    high: f64,
}

#[differentiable]
impl<F: Fn(f64) -> f64> Search<F> {
    fn step(&mut self) -> f64 {
        let middle = 0.5 * (self.low + self.high);
        if self.objective.value(middle - 0.1) < self.objective.value(middle + 0.1) {
            self.high = middle + 0.1;
        } else {
            self.low = middle - 0.1;
        }
        middle
    }

    fn run(&mut self, steps: usize) -> f64 {
        let mut middle = 0.0;
        for _ in 0..steps {
            middle = self.step();
        }
        self.objective.value(middle) + self.low
    }
}

#[differentiable]
fn better<F: Fn(f64) -> f64>(objective: &Objective<F>, a: f64, b: f64) -> f64 {
    if objective.value(a) < objective.value(b) {
        a
    } else {
        b * objective.penalty
    }
}

#[differentiable]
fn total(v: &[f64]) -> f64 {
    let [k, p, s] = [v[0], v[1], v[2]];
    let objective = Objective::new(|x| (x - k).powi(2) + s * x.sin()).penalty(p);
    let found = objective.golden(-2.0, 3.0, 4) + objective.best(&[k, p, 1.5 * s]);
    let mut search = Search {
        objective: objective.clone(),
        low: -1.0,
        high: 3.3 * p,
    };
    found * better(&objective, k, 3.0 * p) + objective.halved(3.3 * s) + search.run(4)
}

#[test]
fn gradients_are_right() {
    let points = [&[2.0, 0.6, 0.3][..], &[0.5, 3.0, 0.2], &[-0.7, 0.4, 1.9]];
    check(total, |v| total::gradient(v), &points);
}
