//! Fields that hold lists of enums of bare variants, and are given other lists.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy)]
enum Mode {
    Square,
    Triple,
}

#[derive(Differentiable)]
struct Machine {
    modes: Vec<Mode>,
    state: f64,
}

#[differentiable]
impl Machine {
    fn run(&mut self) {
        for i in 0..self.modes.len() {
            self.state = match self.modes[i] {
                Mode::Square => self.state * self.state,
                Mode::Triple => 3.0 * self.state,
            };
        }
    }

    fn retune(&mut self, gain: f64) {
        self.run();
        self.modes = vec![Mode::Square, Mode::Triple, Mode::Square];
        self.run();
        self.modes = vec![Mode::Triple];
        self.state *= gain;
        self.run();
        self.modes = Vec::new();
        self.run();
    }
}

#[differentiable]
fn retuned(v: &[f64]) -> f64 {
    let mut machine = Machine {
        modes: vec![Mode::Triple, Mode::Square],
        state: v[0],
    };
    machine.retune(v[1]);
    machine.state + v[2]
}

#[test]
fn lists_of_bare_variants_replaced() {
    for v in [[1.0, 2.0, 3.0], [0.5, -1.5, 0.2]] {
        assert_grad(retuned, &v, &retuned::gradient(&v));
    }
}
