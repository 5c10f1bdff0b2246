//! A type whose block stands in another file than the functions that use it.

use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
pub(super) struct Stretch {
    pub(super) from: f64,
    pub(super) to: f64,
}

#[differentiable]
impl Stretch {
    pub(super) fn over(from: f64, to: f64) -> Self {
        Stretch { from, to }
    }

    pub(super) fn chain(&self, next: &Self) -> Self {
        Self::over(self.from * next.to, self.to + next.from)
    }

    pub(super) fn split_at(&self, t: f64) -> (Self, f64) {
        let middle = self.from + (self.to - self.from) * t;
        (Self::over(self.from, middle), middle * middle)
    }

    pub(super) fn fold(&self, by: f64) -> f64 {
        self.from * by + self.to
    }

    pub(super) fn take(&mut self, length: f64) -> f64 {
        self.from += length;
        self.from * self.to
    }
}
