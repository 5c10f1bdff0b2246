//! Methods with names of vectors' methods, of values that functions and builders give: their types do not show.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Default, Differentiable)]
struct Tape {
    values: Vec<f64>,
    last: Option<f64>,
}

#[differentiable]
impl Tape {
    fn with(mut self, v: f64) -> Self {
        self.push(v);
        self
    }

    fn push(&mut self, v: f64) -> &mut Self {
        self.values.push(v);
        self.last = Some(v);
        self
    }

    fn pop(&mut self) -> Option<f64> {
        self.last = None;
        self.values.pop()
    }

    fn swap(&mut self, i: usize, j: usize) {
        self.values.swap(i, j);
    }

    fn fill(&mut self, v: f64) {
        for value in &mut self.values {
            *value = v * *value;
        }
    }

    fn get(&self, i: usize) -> f64 {
        self.values[i]
    }

    fn first(&self) -> Option<&f64> {
        self.values.first()
    }

    fn total(&self) -> f64 {
        let sum: f64 = self
            .values
            .iter()
            .enumerate()
            .map(|(i, v)| v * (i + 1) as f64)
            .sum();
        sum + self.last.unwrap_or(0.5)
    }
}

#[differentiable]
fn ramp(x: f64, n: usize) -> Tape {
    let mut tape = Tape::default();
    for i in 0..n {
        tape.push(x * i as f64 + 1.0);
    }
    tape
}

#[differentiable]
fn checked(x: f64) -> Result<Tape, String> {
    if x > 5.0 {
        return Err("too steep".into());
    }
    Ok(ramp(x, 3))
}

#[differentiable]
fn ramp_of_vector(x: f64, n: usize) -> Vec<f64> {
    (0..n).map(|i| x * i as f64).collect()
}

#[differentiable]
fn recorded(x: f64, n: usize) -> f64 {
    let mut tape = Tape::default().with(x * x).with(x);
    if n > 1 {
        tape.push(x.sin()).push(0.5 * x);
    }
    let mut other = if n > 2 {
        ramp(x, 2)
    } else {
        Tape::default().with(2.0)
    };
    for _ in 0..n {
        other.push(x);
        let top = other.pop().unwrap_or(0.1);
        other.push(top * x);
    }
    tape.total() * other.total()
}

#[differentiable]
fn rearranged(x: f64, n: usize) -> Result<f64, String> {
    let mut tape = checked(x)?;
    for i in 0..n {
        tape.swap(0, 2);
        tape.fill(1.0 + 0.1 * x);
        let sum = tape.get(i % 3) + *tape.first().unwrap();
        tape.push(sum * x);
    }
    let mut list = ramp_of_vector(x, 3);
    list.push(tape.get(n));
    list.swap(0, 3);
    let last = list.pop().unwrap_or(x);
    Ok(tape.total() + last * list.first().copied().unwrap_or(0.0))
}

#[differentiable]
fn rearranged_or(x: f64, n: usize) -> f64 {
    rearranged(x, n).unwrap_or(x * x)
}

#[test]
fn types_that_functions_return() {
    for n in 0..4 {
        for x in [0.8, -0.6, 5.5] {
            assert_grad(|p| recorded(p[0], n), &[x], &[recorded::gradient(x, n)]);
            assert_grad(
                |p| rearranged_or(p[0], n),
                &[x],
                &[rearranged_or::gradient(x, n)],
            );
        }
    }
}
