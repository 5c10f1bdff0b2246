//! `Some(&v)` of an option of a reference.

use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Sample {
    value: Option<f64>,
    weight: f64,
}

#[differentiable]
impl Sample {
    fn weighted(&self) -> f64 {
        match self.value.as_ref() {
            Some(&v) => v * v * self.weight,
            None => self.weight,
        }
    }
}

#[differentiable]
fn filled(slots: &mut [Option<f64>], default: f64) -> f64 {
    let mut total = 0.0;
    let mut last: Option<f64> = None;
    for slot in slots.iter_mut() {
        match (slot.as_ref(), last) {
            (Some(&v), Some(l)) => {
                total += v * l;
                last = Some(v);
            }
            (Some(&v), None) => last = Some(v * default),
            (None, _) => *slot = last,
        }
    }
    if let Some(&v) = last.as_ref() {
        total += v.sin();
    }
    total + slots.iter().flatten().map(|v| v * v).sum::<f64>()
}

#[differentiable]
fn both(x: &[f64]) -> f64 {
    let mut slots: Vec<Option<f64>> = x.iter().map(|&v| (v > 0.0).then_some(v)).collect();
    let sample = Sample {
        value: slots[0],
        weight: x[0] * x[1],
    };
    filled(&mut slots, x[0]) + sample.weighted()
}

#[test]
fn test_taken_out_of_references() {
    check(
        |x| both(x),
        |x| both::gradient(x),
        &[&[0.4, 0.9, -1.0, 0.7], &[-1.0, 0.5, 0.6], &[-0.3, -0.2]],
    );
}
