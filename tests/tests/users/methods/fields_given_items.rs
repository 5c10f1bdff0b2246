use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Samples {
    values: Vec<f64>,
}

#[differentiable]
impl Samples {
    fn take_in<I: IntoIterator<Item = f64>>(&mut self, items: I) {
        for x in items {
            self.values.push(x);
        }
    }

    fn add_all<I: Iterator<Item = f64>>(&mut self, items: I) {
        for x in items {
            self.values.push(x * x);
            if self.values.len() > 6 {
                self.values.swap(0, 1);
            }
        }
    }

    fn put_first(&mut self, items: impl IntoIterator<Item = f64>) {
        for x in items {
            self.values.insert(0, x.sin());
        }
    }

    fn weighted(&self) -> f64 {
        self.values
            .iter()
            .enumerate()
            .map(|(i, x)| (i + 1) as f64 * x)
            .sum()
    }
}

#[differentiable]
fn weighted(x: &[f64]) -> f64 {
    let mut samples = Samples {
        values: vec![x[0] * x[1]],
    };
    samples.take_in(x.iter().map(|v| v * v));
    samples.add_all(x.iter().copied());
    samples.put_first(vec![x[1], x[2]]);
    samples.weighted()
}

#[test]
fn methods_push_what_they_are_given() {
    check(weighted, |x| weighted::gradient(x), &[&[0.5, -1.2, 2.0]]);
}
