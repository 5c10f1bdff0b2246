use crate::check;
use pullback::{Differentiable, differentiable};

#[differentiable]
trait Model {
    fn at(&self, x: f64) -> f64;
}
#[derive(Clone, Differentiable)]
struct Line {
    a: f64,
    b: f64,
}
#[derive(Clone, Differentiable)]
struct Wave {
    k: f64,
}
#[differentiable]
impl Model for Line {
    fn at(&self, x: f64) -> f64 {
        self.a * x + self.b
    }
}
#[differentiable]
impl Model for Wave {
    fn at(&self, x: f64) -> f64 {
        (self.k * x).sin()
    }
}
#[differentiable]
fn loss<M: Model + ?Sized>(m: &M, xs: &[f64]) -> f64 {
    xs.iter().map(|&x| m.at(x).powi(2)).sum()
}
#[differentiable]
fn risk<M>(m: &M, x: f64) -> f64
where
    M: Model + ?Sized,
{
    m.at(x) * m.at(2.0 * x)
}
#[differentiable]
fn f(p: &[f64]) -> f64 {
    let l = Line { a: p[0], b: p[1] };
    let all: Vec<Box<dyn Model>> = vec![Box::new(l.clone()), Box::new(Wave { k: p[1] })];
    let mut s = loss(&l, p) + risk(&l, p[2]);
    for m in &all {
        s += loss(m.as_ref(), p) * risk(&**m, p[1]);
    }
    s + loss(&*all[1], &[0.3])
}

#[derive(Clone, Differentiable)]
struct Shifted<'a, M> {
    model: &'a M,
    by: f64,
}

#[differentiable]
impl<M: Model> Model for Shifted<'_, M> {
    fn at(&self, x: f64) -> f64 {
        self.model.at(x - self.by)
    }
}

#[differentiable]
fn shifted(p: &[f64]) -> f64 {
    let wave = Wave { k: p[0] };
    loss(
        &Shifted {
            model: &wave,
            by: p[1],
        },
        p,
    )
}

#[test]
fn gradient_is_right() {
    let points: &[&[f64]] = &[&[0.9, 0.2, 1.1], &[0.1, 2.2, 1.1]];
    check(f, f::gradient, points);
    check(shifted, shifted::gradient, points);
}
