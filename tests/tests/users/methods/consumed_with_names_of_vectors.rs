use crate::assert_grad;
use pullback::{Differentiable, differentiable};

/// A machine whose methods have the names that vectors have.
#[derive(Differentiable)]
struct Machine {
    held: Vec<f64>,
}

#[differentiable]
impl Machine {
    fn pop(&mut self) -> Result<f64, String> {
        self.held.pop().ok_or(String::from("empty"))
    }

    fn push(&mut self, value: f64) -> usize {
        self.held.push(2.0 * value);
        self.held.len()
    }

    fn last(&self) -> f64 {
        self.held.iter().sum()
    }

    fn run(mut self, steps: usize) -> Result<f64, String> {
        for _ in 0..steps {
            let top = self.pop()?;
            if top > 1.0 {
                self.push(top * top);
            }
        }
        let mut moved = self;
        let rest = moved.last();
        Ok(rest * moved.pop()?)
    }
}

#[differentiable]
fn worked(x: &[f64], steps: usize) -> f64 {
    let run = |steps: usize| {
        let machine = Machine { held: x.to_vec() };
        machine.run(steps).unwrap_or(0.0)
    };
    let mut total = 0.0;
    for i in 0..steps {
        total += run(i) * (i + 1) as f64;
    }
    total
}

#[test]
fn gradients_are_right() {
    for x in [[0.5, 1.3, 2.0], [1.5, 0.4, 0.3]] {
        assert_grad(|x| worked(x, 4), &x, &worked::gradient(&x, 4));
    }
}
