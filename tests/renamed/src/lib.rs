//! A crate that calls the facade by another name: nothing but its manifest says so.

#![allow(missing_docs, reason = "these are tests")]

use auto_grad::{differentiable, rrule, Differentiable};

#[derive(Clone, Copy, Differentiable)]
pub struct Spring {
    pub stiffness: f64,
    pub rest: f64,
}

#[differentiable]
impl Spring {
    pub fn energy(&self, x: f64) -> f64 {
        0.5 * self.stiffness * (x - self.rest).powi(2)
    }
}

rrule! {
    pub fn cubed(x: f64) -> f64 = (x * x * x, 3.0 * x * x);
    check at [0.5, -2.0];
}

#[differentiable]
pub fn total(springs: &[Spring], x: f64) -> f64 {
    springs.iter().map(|s| cubed(s.energy(x))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gradients_are_as_under_the_own_name() {
        let spring = Spring {
            stiffness: 2.0,
            rest: 1.0,
        };
        let (by_spring, by_x) = total::gradient(&[spring], 3.0);
        // E = 4, and 3 E² = 48 times the derivatives 2, -4 and 4 of E.
        assert_eq!((by_spring[0].stiffness, by_spring[0].rest), (96.0, -192.0));
        assert_eq!(by_x, 192.0);
    }
}
