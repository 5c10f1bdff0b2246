use crate::check;
use pullback::{Differentiable, differentiable};
#[differentiable]
trait Handler {
    fn handle(&self, x: f64) -> Option<f64>;
    fn set_next(&mut self, next: Box<dyn Handler>);
}
#[derive(Differentiable)]
struct Clamp {
    hi: f64,
    next: Option<Box<dyn Handler>>,
}
#[derive(Differentiable)]
struct Square {
    k: f64,
    next: Option<Box<dyn Handler>>,
}
#[differentiable]
impl Handler for Clamp {
    fn handle(&self, x: f64) -> Option<f64> {
        if x > self.hi {
            return Some(self.hi);
        }
        match &self.next {
            Some(n) => n.handle(x),
            None => None,
        }
    }
    fn set_next(&mut self, next: Box<dyn Handler>) {
        self.next = Some(next);
    }
}
#[differentiable]
impl Handler for Square {
    fn handle(&self, x: f64) -> Option<f64> {
        if x.abs() < 0.2 {
            self.next.as_ref().and_then(|n| n.handle(x + 0.5))
        } else {
            Some(self.k * x * x)
        }
    }
    fn set_next(&mut self, next: Box<dyn Handler>) {
        self.next = Some(next);
    }
}
#[differentiable]
trait Field {
    fn at(&self, p: [f64; 2]) -> f64;
}
#[derive(Clone, Differentiable)]
struct Const(f64);
#[derive(Differentiable)]
struct Wave<F> {
    inner: F,
    k: f64,
}
#[derive(Differentiable)]
struct Mask {
    inner: Box<dyn Field>,
    r: f64,
}
#[differentiable]
impl Field for Const {
    fn at(&self, p: [f64; 2]) -> f64 {
        self.0 + p[0] * p[1]
    }
}
#[differentiable]
impl<F: Field> Field for Wave<F> {
    fn at(&self, p: [f64; 2]) -> f64 {
        self.inner.at(p) * (self.k * p[0]).sin()
    }
}
#[differentiable]
impl Field for Mask {
    fn at(&self, p: [f64; 2]) -> f64 {
        if p[0].hypot(p[1]) < self.r {
            self.inner.at([p[1], p[0]])
        } else {
            self.r
        }
    }
}
#[differentiable]
fn sample(fields: &[Box<dyn Field>], ps: &[[f64; 2]]) -> Vec<f64> {
    let mut out = Vec::with_capacity(ps.len());
    for p in ps {
        let mut best = f64::NEG_INFINITY;
        for f in fields {
            best = best.max(f.at(*p));
        }
        out.push(best);
    }
    out
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut head = Clamp {
        hi: 2.0 * x[1],
        next: None,
    };
    let mut sq = Square {
        k: x[0],
        next: None,
    };
    sq.set_next(Box::new(Clamp {
        hi: 0.1,
        next: None,
    }));
    head.set_next(Box::new(sq));
    let h: f64 = x.iter().filter_map(|&v| head.handle(v)).sum::<f64>()
        + head.handle(0.1).unwrap_or(x[2])
        + head.handle(5.0).unwrap();
    let fields: Vec<Box<dyn Field>> = vec![
        Box::new(Const(x[2])),
        Box::new(Mask {
            inner: Box::new(Const(x[1])),
            r: 1.5,
        }),
    ];
    let w = Wave {
        inner: Const(x[0]),
        k: x[1],
    };
    h + sample(&fields, &[[x[0], 0.4], [1.0, x[2]], [2.0, 2.0]])
        .iter()
        .sum::<f64>()
        + w.at([x[2], 0.3])
}

#[test]
fn gradient_is_right() {
    check(
        f,
        |x| f::gradient(x),
        &[&[0.3, 1.2, 0.7], &[0.8, 0.55, -0.4]],
    );
}
