//! What `skip`, `step_by` and `nth` leave out is made before it is left out, and may change something.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[derive(Clone, Differentiable)]
struct Smoother {
    gain: f64,
    last: f64,
}

#[differentiable]
impl Smoother {
    fn tick(&mut self, x: f64) -> f64 {
        self.last = self.gain * x + 0.5 * self.last;
        self.last
    }

    fn settled(&mut self, x: &[f64]) -> f64 {
        let of_all: f64 = x.iter().map(|v| self.last * v).skip(1).sum();
        self.tick(of_all)
    }
}

#[differentiable]
fn warmed_up(x: &[f64]) -> f64 {
    let mut filter = Smoother {
        gain: x[0],
        last: x[1],
    };
    let signal = (0..20).map(|i| (0.7 * i as f64).sin());
    let heard = signal.map(|s| filter.tick(s)).skip(2).step_by(3);
    let energy: f64 = heard.map(|y| y * y).sum();
    energy * filter.settled(x)
}

#[differentiable]
fn numbered(x: &[f64]) -> f64 {
    let mut filter = Smoother {
        gain: x[0],
        last: x[1],
    };
    let mut total = 0.0;
    for (i, v) in x.iter().map(|v| filter.tick(*v)).enumerate().skip(1) {
        total += i as f64 * v;
    }
    for (w, v) in x.iter().zip(x.iter().map(|v| filter.tick(*v)).skip(1)) {
        total += w * v;
    }
    total * filter.last
}

#[differentiable]
fn running(x: &[f64]) -> f64 {
    let mut sum = x[0];
    let squares: f64 = x
        .iter()
        .map(|v| {
            sum += v;
            let sum = sum * sum;
            sum
        })
        .skip(1)
        .sum();
    let mut seen = vec![x[1]];
    let third = x
        .iter()
        .map(|v| {
            seen.push(v * seen[seen.len() - 1]);
            seen[seen.len() - 1]
        })
        .nth(2);
    squares * sum + third.unwrap_or(0.0) * seen[1]
}

#[differentiable]
fn bump(total: &mut f64, by: f64) -> f64 {
    *total += by * *total;
    *total
}

#[differentiable]
fn lent(x: &[f64]) -> f64 {
    let (mut a, mut b) = (x[0], x[1]);
    let of_a: f64 = x.iter().map(|v| bump(&mut a, *v)).step_by(2).sum();
    let total = &mut b;
    let of_b: f64 = x.iter().rev().map(|v| bump(total, *v)).skip(1).sum();
    let mut doubled = |v: f64| {
        a *= 2.0;
        a * v
    };
    let of_calls: f64 = x.windows(2).map(|w| doubled(w[0] * w[1])).skip(1).sum();
    of_a * of_b + of_calls * b
}

#[differentiable]
fn taken(x: &[f64]) -> f64 {
    let mut stack = x.to_vec();
    let mut turns = x.iter();
    let popped: f64 = (0..2).map(|_| stack.pop().unwrap_or(1.0)).skip(1).sum();
    let asked: f64 = (0..2).map(|_| turns.next().unwrap() * 2.0).skip(1).sum();
    popped * stack[1] + asked * turns.next().unwrap()
}

#[differentiable]
fn counted(x: &[f64]) -> f64 {
    let mut filter = Smoother {
        gain: x[0],
        last: x[1],
    };
    let n = x.iter().map(|v| filter.tick(*v)).count();
    let above = x
        .iter()
        .map(|v| filter.tick(*v))
        .filter(|y| *y > 0.4)
        .count();
    (n + above) as f64 * filter.last
}

check!(skips_and_steps, warmed_up(&[0.5, 0.3, 0.7]));
check!(pairs, numbered(&[0.5, 0.3, 0.7, 1.1]));
check!(captures, running(&[0.5, 0.3, 0.7, 1.1]));
check!(unique_references, lent(&[0.5, 0.3, 0.7, 1.1]));
check!(lists_and_iterators, taken(&[0.5, 0.3, 0.7, 1.1]));
check!(
    counts,
    counted(&[0.5, 0.3, 0.7, 1.1]),
    counted(&[0.5, 0.3, -0.7, -1.1])
);
