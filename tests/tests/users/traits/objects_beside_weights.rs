//! Objects in tuples: lists of weighted and of named terms.

use crate::check;
use pullback::{Differentiable, differentiable};

#[differentiable]
trait Term {
    fn value(&self, x: f64) -> f64;
}

#[derive(Differentiable)]
struct Sine {
    a: f64,
    w: f64,
}

#[derive(Differentiable)]
struct Square;

#[differentiable]
impl Term for Sine {
    fn value(&self, x: f64) -> f64 {
        self.a * (self.w * x).sin()
    }
}

#[differentiable]
impl Term for Square {
    fn value(&self, x: f64) -> f64 {
        x * x
    }
}

#[derive(Differentiable)]
struct Model {
    weighted: Vec<(f64, Box<dyn Term>)>,
    named: Vec<(String, Box<dyn Term>)>,
    scaled: Vec<(Box<dyn Term>, f64)>,
    ends: [(Box<dyn Term>, f64); 2],
    counted: Vec<(usize, f64, Box<dyn Term>)>,
    bias: f64,
}

#[differentiable]
impl Model {
    fn eval(&self, x: f64) -> f64 {
        let weighted: f64 = self.weighted.iter().map(|(w, t)| w * t.value(x)).sum();
        let scaled: f64 = self.scaled.iter().map(|(t, w)| w * t.value(x)).sum();
        let mut sum = self.bias + weighted + scaled;
        for (name, t) in &self.named {
            sum += name.len() as f64 * t.value(x);
        }
        for (n, w, t) in &self.counted {
            sum += *n as f64 * w * t.value(x);
        }
        sum + self.ends[0].0.value(x) * self.ends[0].1 - self.ends[1].0.value(x) * self.ends[1].1
    }
}

#[differentiable]
fn written_out(x: &[f64]) -> f64 {
    let (a, m, w) = (x[0], x[1], x[2]);
    let model = Model {
        weighted: vec![
            (w, Box::new(Sine { a, w: 2.0 })),
            (a, Box::new(Square)),
            (1.0, Box::new(Square)),
        ],
        named: vec![
            ("a".to_string(), Box::new(Sine { a, w: m })),
            (String::from("bc"), Box::new(Square)),
        ],
        scaled: vec![(Box::new(Sine { a, w: 2.0 }), m), (Box::new(Square), 0.5)],
        ends: [
            (Box::new(Sine { a: w, w: 2.0 }), m),
            (Box::new(Square), 0.5),
        ],
        counted: vec![(3, m, Box::new(Square)), (1, w, Box::new(Sine { a: m, w }))],
        bias: 0.5,
    };
    model.eval(0.3) * model.eval(1.0)
}

#[differentiable]
fn pushed(x: &[f64]) -> f64 {
    let (a, m, w) = (x[0], x[1], x[2]);
    let mut model = Model {
        weighted: Vec::new(),
        named: vec![],
        scaled: vec![],
        ends: [(Box::new(Square), m), (Box::new(Sine { a, w }), a)],
        counted: vec![],
        bias: 0.5,
    };
    model.weighted.push((w, Box::new(Sine { a, w: 2.0 })));
    model.weighted.push((a, Box::new(Square)));
    model.weighted.push((2.0, Box::new(Square)));
    model
        .named
        .push(("x".to_string(), Box::new(Sine { a, w: m })));
    model.scaled.push((Box::new(Sine { a, w: m }), a));
    model.counted.push((2, a, Box::new(Sine { a, w: m })));
    model.counted[0].1 *= 2.0;
    model.weighted[0].0 *= m;
    model.eval(0.3)
}

#[test]
fn gradient_is_right() {
    let points: &[&[f64]] = &[&[1.2, 0.7, 0.3], &[-0.4, 1.5, 2.0]];
    check(written_out, |x| written_out::gradient(x), points);
    check(pushed, |x| pushed::gradient(x), points);
}
