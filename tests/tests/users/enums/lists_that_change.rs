//! Lists and options of enums without derive in fields that methods change.

use crate::check;
use pullback::{Differentiable, differentiable};
use std::collections::VecDeque;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Mode {
    Linear,
    Square,
    Off,
}

#[derive(Clone, Differentiable)]
struct Machine {
    k: f64,
    mode: Mode,
    modes: Vec<Mode>,
    next: VecDeque<Mode>,
    ends: [Mode; 3],
    last: Option<Mode>,
    steps: Vec<(Mode, f64)>,
    grid: Vec<Vec<Mode>>,
}

#[differentiable]
impl Machine {
    fn gain(&self, mode: Mode, x: f64) -> f64 {
        match mode {
            Mode::Linear => self.k * x,
            Mode::Square => self.k * x * x,
            Mode::Off => 0.5 * x,
        }
    }

    fn sum(&self, x: &[f64]) -> f64 {
        let mut sum = 0.0;
        for (i, mode) in self.modes.iter().enumerate() {
            sum += self.gain(*mode, x[i % x.len()]) * (i as f64 + 1.0);
        }
        sum
    }

    fn lengthen(&mut self, x: &[f64]) -> f64 {
        let before = self.sum(x);
        self.modes.push(Mode::Square);
        self.modes.push(self.mode);
        let between = self.sum(x);
        self.modes.insert(1, Mode::Linear);
        self.modes.resize(7, Mode::Square);
        before * between + self.sum(x) * self.modes.len() as f64
    }

    fn shorten(&mut self, x: &[f64]) -> f64 {
        let mut sum = self.sum(x);
        if let Some(mode) = self.modes.pop() {
            self.mode = mode;
            sum *= self.gain(mode, x[0]);
        }
        self.modes.push(Mode::Square);
        let mode = self.modes.remove(0);
        sum += self.gain(mode, x[1]) * self.sum(x);
        self.modes.push(mode);
        let mode = self.modes.swap_remove(0);
        sum += self.gain(mode, x[2]) * self.sum(x);
        self.modes.truncate(1);
        sum *= 1.0 + self.sum(x);
        self.modes.clear();
        self.modes.push(self.mode);
        sum + self.sum(x)
    }

    fn exchange(&mut self, x: &[f64]) -> f64 {
        let mut sum = self.sum(x);
        self.modes.swap(0, 2);
        sum *= self.sum(x);
        self.modes.reverse();
        self.modes[1] = Mode::Square;
        let i = self.modes.len() - 1;
        self.modes[i] = self.mode;
        sum += self.sum(x);
        self.ends[1] = Mode::Linear;
        self.ends.swap(0, 2);
        for (mode, x) in self.ends.iter().zip(x) {
            sum += self.gain(*mode, *x) * sum;
        }
        self.modes.fill(Mode::Square);
        self.grid[1][2] = Mode::Linear;
        self.grid[0].push(Mode::Square);
        for row in &self.grid {
            for (mode, x) in row.iter().zip(x) {
                sum += self.gain(*mode, *x);
            }
        }
        sum * self.sum(x)
    }

    fn queue(&mut self, x: &[f64]) -> f64 {
        let mut sum = self.k;
        self.next.push_back(Mode::Square);
        self.next.push_front(self.mode);
        while let Some(mode) = self.next.pop_front() {
            sum += self.gain(mode, x[0]) * sum;
            if mode == Mode::Square {
                self.next.push_back(Mode::Off);
            }
        }
        self.next.push_back(Mode::Linear);
        if let Some(mode) = self.next.pop_back() {
            sum *= self.gain(mode, x[1]);
        }
        sum
    }

    fn remember(&mut self, x: &[f64]) -> f64 {
        let mut sum = self.k * x[0];
        if self.last == Some(Mode::Off) {
            sum *= x[1];
        }
        self.last = Some(Mode::Linear);
        if self.last == Some(Mode::Linear) {
            sum += x[1] * self.k;
        }
        self.last = Some(self.mode);
        match self.last {
            Some(Mode::Square) => sum *= x[2],
            Some(mode) => sum += self.gain(mode, x[2]),
            None => {}
        }
        if let Some(mode) = self.last.take() {
            sum *= self.gain(mode, x[0]);
        }
        if self.last.is_none() {
            self.last = Some(Mode::Square);
        }
        if let Some(mode) = self.last.replace(Mode::Off) {
            sum += self.gain(mode, x[1]);
        }
        sum
    }

    fn beside_floats(&mut self, x: &[f64]) -> f64 {
        self.steps.push((Mode::Square, x[1] * self.k));
        self.steps.push((self.mode, x[2]));
        let mut sum = 0.0;
        for (mode, w) in &self.steps {
            sum += self.gain(*mode, *w);
        }
        sum
    }
}

#[differentiable]
fn machine(k: f64, w: f64) -> Machine {
    Machine {
        k,
        mode: Mode::Linear,
        modes: vec![Mode::Linear, Mode::Square, Mode::Off],
        next: VecDeque::new(),
        ends: [Mode::Linear, Mode::Square, Mode::Off],
        last: Some(Mode::Off),
        steps: vec![(Mode::Linear, w), (Mode::Off, k)],
        grid: vec![vec![Mode::Off; 3]; 2],
    }
}

macro_rules! holds {
    ($($method:ident $gradient:ident;)*) => {$(
        #[test]
        fn $method() {
            #[differentiable]
            fn alone(x: &[f64]) -> f64 {
                let mut machine = machine(x[0], x[1]);
                machine.$method(&x[2..]) + machine.k
            }
            let points: &[&[f64]] = &[&[1.2, 0.4, 0.3, 2.0, 0.1], &[-0.7, 1.1, 1.3, 0.6, 0.9]];
            check(alone, |x| alone::gradient(x), points);
            let value = |x: &[f64]| machine(x[0], x[1]).$method(&x[2..]);
            let gradient = |x: &[f64]| {
                let (by_machine, by_x) = machine(x[0], x[1]).$gradient(&x[2..]);
                let by_w = by_machine.steps[0].1;
                let by_k = by_machine.k + by_machine.steps[1].1;
                [vec![by_k, by_w], by_x].concat()
            };
            check(value, gradient, points);
        }
    )*};
}

holds! {
    lengthen lengthen_gradient;
    shorten shorten_gradient;
    exchange exchange_gradient;
    queue queue_gradient;
    remember remember_gradient;
    beside_floats beside_floats_gradient;
}
