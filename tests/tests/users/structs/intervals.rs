use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::ops::Range;

#[derive(Clone, Differentiable)]
struct Joint {
    limits: Range<f64>,
    stiffness: f64,
    turns: Range<usize>,
}

#[differentiable]
impl Joint {
    fn clamp(&self, angle: f64) -> f64 {
        if self.limits.contains(&angle) {
            angle
        } else if angle < self.limits.start {
            self.limits.start
        } else {
            self.limits.end
        }
    }

    fn energy(&self, angle: f64) -> f64 {
        let past = angle - self.clamp(angle);
        0.5 * self.stiffness * past * past + width(self.limits.clone()) * self.turns.len() as f64
    }
}

#[differentiable]
fn width(Range { start, end }: Range<f64>) -> f64 {
    end - start
}

#[differentiable]
fn simpson(f: impl Fn(f64) -> f64, over: Range<f64>, n: usize) -> f64 {
    let h = (over.end - over.start) / n as f64;
    let weight = |i: usize| match i {
        0 => 1.0,
        i if i == n => 1.0,
        i if i % 2 == 1 => 4.0,
        _ => 2.0,
    };
    let terms = (0..=n).map(|i| weight(i) * f(over.start + i as f64 * h));
    terms.sum::<f64>() * h / 3.0
}

#[differentiable]
fn widest(pieces: &[Range<f64>], least: &Option<Range<f64>>) -> f64 {
    let mut found = 0.0;
    for piece in pieces {
        let w = piece.end - piece.start;
        if w > found {
            found = w;
        }
    }
    match least {
        Some(range) if found < range.end => range.end * found,
        _ => found * found,
    }
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let joint = Joint {
        limits: x[0]..x[0] + x[1],
        stiffness: x[2],
        turns: 0..2,
    };
    let whole = simpson(|t| (x[2] * t).sin(), 0.0..x[1], 8);
    let part = simpson(|t| joint.energy(t), joint.limits.start - 0.5..x[1], 6);
    let pieces = [x[0]..x[1], x[1]..x[2] * 2.0];
    whole + part + joint.energy(x[3]) + widest(&pieces, &Some(0.0..x[3])) + widest(&pieces, &None)
}

#[test]
fn gradient_is_right() {
    for x in [
        [0.3, 0.9, 1.3, 0.7],
        [0.3, 0.9, 1.3, -0.7],
        [0.2, 1.1, 0.4, 2.0],
    ] {
        assert_grad(f, &x, &f::gradient(&x));
        assert_grad(f, &x, &f::gradient(&x));
    }
}

#[test]
fn tangents_are_ranges() {
    let mut d = 5.0..5.0;
    assert_eq!(width::gradient(1.0..3.0), -1.0..1.0);
    assert_eq!(width::value_and_gradient_into(1.0..3.0, &mut d), 2.0);
    assert_eq!(d, -1.0..1.0);
}
