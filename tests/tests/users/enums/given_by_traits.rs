//! Enums without derive that the methods of annotated traits give, as they are and in options.

use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Solid,
    Liquid,
}

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
trait Tagged {
    fn tag(&self) -> Phase;
}

#[differentiable]
trait Material: Tagged {
    fn phase(&self, t: f64) -> Phase;
    fn default_phase(&self) -> Phase {
        if self.heat(1.0) > 0.0 {
            Phase::Liquid
        } else {
            Phase::Solid
        }
    }
    fn maybe(&self, t: f64) -> Option<Phase> {
        if t > 1.0 { Some(self.phase(t)) } else { None }
    }
    fn at(&self, t: f64) -> Point;
    fn melt(&mut self, t: f64) -> Phase;
    fn heat(&self, t: f64) -> f64;
}

#[derive(Differentiable, Clone)]
struct Water {
    c: f64,
    melted: bool,
}

#[derive(Differentiable, Clone)]
struct Alloy<const N: usize> {
    c: [f64; N],
}

#[differentiable]
impl Tagged for Water {
    fn tag(&self) -> Phase {
        Phase::Solid
    }
}

#[differentiable]
impl<const N: usize> Tagged for Alloy<N> {
    fn tag(&self) -> Phase {
        if self.c[0] > 0.0 {
            Phase::Solid
        } else {
            Phase::Liquid
        }
    }
}

#[differentiable]
impl Material for Water {
    fn phase(&self, _t: f64) -> Phase {
        if self.melted {
            Phase::Liquid
        } else {
            Phase::Solid
        }
    }
    fn at(&self, t: f64) -> Point {
        let x = self.c * t;
        Point { x, y: t }
    }
    fn melt(&mut self, t: f64) -> Phase {
        self.c *= t;
        let before = self.phase(t);
        self.melted = true;
        before
    }
    fn heat(&self, t: f64) -> f64 {
        self.c * t
    }
}

#[differentiable]
impl<const N: usize> Material for Alloy<N> {
    fn phase(&self, t: f64) -> Phase {
        if t > self.c[1] {
            Phase::Liquid
        } else {
            Phase::Solid
        }
    }
    fn maybe(&self, _t: f64) -> Option<Phase> {
        Some(Phase::Solid)
    }
    fn at(&self, t: f64) -> Point {
        let x = self.c[0];
        Point { x, y: t }
    }
    fn melt(&mut self, t: f64) -> Phase {
        self.c[1] += t;
        self.phase(t)
    }
    fn heat(&self, t: f64) -> f64 {
        self.c.iter().map(|c| c * t).sum()
    }
}

#[differentiable]
fn warmed(m: &mut dyn Material, t: f64) -> f64 {
    let mut sum = match m.phase(t) {
        Phase::Solid => m.heat(t),
        Phase::Liquid => 2.0 * m.heat(t),
    };
    if m.melt(t) == Phase::Solid {
        sum *= t;
    }
    if m.default_phase() == Phase::Solid {
        sum += t;
    }
    if let Some(Phase::Solid) = m.maybe(t) {
        sum += m.at(t).x * m.at(t).y;
    }
    if m.tag() == Phase::Solid {
        sum *= 1.1;
    }
    sum
}

#[differentiable]
fn stored(materials: &mut [Box<dyn Material>], t: f64) -> f64 {
    let mut sum = 0.0;
    for m in materials.iter_mut() {
        match m.phase(t) {
            Phase::Solid => sum += m.heat(t),
            Phase::Liquid => sum += 2.0 * m.heat(t),
        }
        if m.melt(t) == Phase::Solid {
            sum *= t;
        }
        if m.default_phase() == m.tag() {
            sum += t * m.at(t).y;
        }
        match m.maybe(t) {
            Some(phase) if phase == Phase::Solid => sum += m.at(t).x,
            Some(_) => sum *= 2.0,
            None => sum *= t,
        }
    }
    sum
}

#[differentiable]
fn in_boxes(x: &[f64]) -> f64 {
    let mut all: Vec<Box<dyn Material>> = vec![
        Box::new(Water {
            c: x[0],
            melted: true,
        }),
        Box::new(Alloy { c: [x[1], x[0]] }),
    ];
    stored(&mut all, x[2])
}

#[differentiable]
fn known(x: &[f64]) -> f64 {
    let mut water = Water {
        c: x[0],
        melted: false,
    };
    let mut alloy = Alloy {
        c: [x[1], x[0], x[1]],
    };
    let cold = alloy.phase(x[2]) == Phase::Solid;
    let sum = warmed(&mut water, x[2]) * warmed(&mut alloy, x[2]);
    if cold { sum } else { -sum * x[0] }
}

#[differentiable]
impl Water {
    fn later(&self, t: f64) -> Option<Phase> {
        if t > 1.0 { Some(self.phase(t)) } else { None }
    }
    fn gained(&self, t: f64) -> f64 {
        match self.later(t) {
            Some(phase) if phase == Phase::Solid => self.c * self.c,
            Some(_) => self.c * t,
            None => t * t,
        }
    }
}

#[differentiable]
fn gains(x: &[f64]) -> f64 {
    let (c, t) = (x[0], x[2]);
    let frozen = Water { c, melted: false };
    let melted = Water { c, melted: true };
    frozen.gained(t) * melted.gained(t)
}

#[test]
fn gradient_is_right() {
    let points: &[&[f64]] = &[&[1.2, 0.7, 0.3], &[0.4, -0.8, 2.0], &[3.0, 0.8, 2.0]];
    check(in_boxes, |x| in_boxes::gradient(x), points);
    check(known, |x| known::gradient(x), points);
    check(gains, |x| gains::gradient(x), points);
}
