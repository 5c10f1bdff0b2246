use crate::check;
use pullback::{Differentiable, differentiable};
#[derive(Debug, Clone, Differentiable)]
enum Part {
    Spring(f64),
    Mass { m: f64 },
    Rigid,
}
#[derive(Debug, Clone, Differentiable)]
struct Model {
    parts: Vec<Part>,
    k: f64,
}
#[differentiable]
impl Model {
    fn gain(&self, x: f64) -> f64 {
        self.k * x
    }
    fn bump(&mut self) {
        self.k *= 2.0;
    }
}
#[differentiable]
fn a(p: &[f64]) -> f64 {
    let mut t = Model {
        parts: vec![
            Part::Spring(p[0]),
            Part::Mass { m: p[1] },
            Part::Rigid,
            Part::Spring(p[2]),
        ],
        k: p[0],
    };
    t.bump();
    let mut s = 0.0;
    for part in &t.parts {
        s += match part {
            Part::Spring(k) => t.gain(*k) * k,
            Part::Mass { m } => {
                let g = t.gain(2.0);
                g * m * m
            }
            Part::Rigid => 1.0,
        };
    }
    s
}
#[test]
fn calls_while_a_part_is_looped_over() {
    let x: &[&[f64]] = &[&[0.1, 0.2, 0.3]];
    check(a, |x| a::gradient(x), x);
}
