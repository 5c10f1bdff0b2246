//! Methods whose texts name the receiver.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[derive(Clone, Debug, Differentiable)]
struct Tank {
    level: f64,
    area: f64,
}

#[differentiable]
impl Tank {
    fn outflow(&self, k: f64) -> f64 {
        assert!(self.level >= 0.0, "{self:?} is empty");
        let shown = format!("{self:?} {k}");
        k * self.level.sqrt() * shown.len().min(1) as f64
    }

    fn drained(mut self, k: f64) -> f64 {
        let q = self.outflow(k);
        self.level -= q / self.area;
        debug_assert!(self.area > 0.0, "{self:?}");
        self.level
    }
}

#[differentiable]
fn after(x: &[f64]) -> f64 {
    let tank = Tank {
        level: x[0],
        area: x[1],
    };
    tank.outflow(x[1]) + tank.drained(0.3)
}

check!(receivers_named_in_texts, after(&[2.0, 0.5]));
