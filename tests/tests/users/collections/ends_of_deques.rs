//! The ends of deques in fields, arguments and results, and methods of one's own that are called like them.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;
use std::collections::VecDeque;

#[derive(Clone, Debug, Differentiable)]
struct Recent {
    values: VecDeque<f64>,
    room: usize,
}

#[differentiable]
impl Recent {
    fn new(room: usize) -> Self {
        Recent {
            values: VecDeque::new(),
            room,
        }
    }

    fn put(&mut self, v: f64) {
        if self.values.len() == self.room {
            self.values.pop_front();
        }
        self.values.push_back(v);
    }

    fn product_of_ends(&self) -> f64 {
        let oldest = self.values.front().copied().unwrap_or(0.0);
        oldest * self.values.back().copied().unwrap_or(0.0)
    }

    fn newest(&self) -> Option<&f64> {
        self.values.back()
    }

    fn change(&self) -> Option<f64> {
        Some(self.values.back()? - self.values.front()?)
    }
}

#[differentiable]
fn of_the_recent(x: &[f64]) -> f64 {
    let mut recent = Recent::new(2);
    let mut sum = recent.change().unwrap_or(0.5);
    for v in x {
        recent.put(*v);
        sum += recent.product_of_ends() + 0.3 * recent.change().unwrap_or(0.0);
        if let Some(newest) = recent.newest() {
            sum += newest * newest;
        }
    }
    sum
}
check!(
    ends_of_a_field,
    of_the_recent(&[1.0, 0.3, 0.8, -0.4]),
    of_the_recent(&[])
);

#[differentiable]
fn squares(x: &[f64]) -> VecDeque<f64> {
    x.iter().map(|v| v * v).collect()
}

#[differentiable]
fn ends(values: &VecDeque<f64>) -> f64 {
    let first = values.front().unwrap_or(&1.0);
    match (values.front(), values.back()) {
        (Some(a), Some(b)) if a > b => a * first,
        (_, Some(b)) => 2.0 * b,
        _ => *first,
    }
}

#[differentiable]
fn of_results(x: &[f64]) -> f64 {
    let of_call = squares(x).front().copied().unwrap_or_default();
    let last = squares(x).back().map_or(0.0, |v| v.cos());
    of_call * last + ends(&squares(x))
}
check!(
    ends_of_results,
    of_results(&[1.0, 0.3, 0.8]),
    of_results(&[0.4, 0.3, 0.8]),
    of_results(&[])
);

#[derive(Clone, Copy, Debug, Differentiable)]
struct Span {
    from: f64,
    to: f64,
}

#[differentiable]
impl Span {
    fn wider(&self, by: f64) -> Span {
        Span {
            from: self.from - by,
            to: self.to + by,
        }
    }

    fn back(&self) -> Span {
        Span {
            from: self.to,
            to: self.from,
        }
    }

    fn front(&self) -> f64 {
        self.from
    }
}

#[differentiable]
fn there_and_back(x: &[f64]) -> f64 {
    let span = Span {
        from: x[0],
        to: x[1],
    };
    let wide = span.wider(x[0]);
    wide.back().from * wide.to + wide.front()
}
check!(methods_of_ones_own, there_and_back(&[1.0, 0.3]));
