use crate::check;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn integrate<F: Fn(f64) -> f64>(f: F, a: f64, b: f64) -> f64 {
    let h = (b - a) / 4.0;
    (0..4).map(|i| f(a + h * (i as f64 + 0.5)) * h).sum()
}

#[differentiable]
fn integrate_ref<F: Fn(f64) -> f64>(f: &F, a: f64, b: f64) -> f64 {
    integrate(f, a, b) * 2.0
}

#[differentiable]
fn integrate_dyn(f: &dyn Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    let h = (b - a) / 4.0;
    (0..4).map(|i| f(a + h * (i as f64 + 0.5)) * h).sum()
}

#[differentiable]
fn integrate_impl(f: &impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    let h = (b - a) / 4.0;
    let mut s = 0.0;
    for i in 0..4 {
        s += f(a + h * (i as f64 + 0.5)) * h;
    }
    s
}

#[derive(Differentiable)]
struct Curve<F> {
    f: F,
    hi: f64,
}

#[differentiable]
impl<F: Fn(f64) -> f64> Curve<F> {
    fn new(f: F) -> Self {
        Curve { f, hi: 2.0 }
    }
    fn area(&self, x: f64) -> f64 {
        integrate(&self.f, x, self.hi) * integrate_dyn(&self.f, x, 1.0)
            + [x, 2.0]
                .iter()
                .map(|v| integrate_ref(&self.f, *v, 3.0))
                .sum::<f64>()
    }
}

#[differentiable]
fn whole<F: Fn(f64) -> f64>(c: &Curve<F>, x: f64) -> f64 {
    integrate(&c.f, x, c.hi) + (c.f)(x)
}

#[differentiable]
fn areas(p: f64, x: f64) -> f64 {
    let c = Curve {
        f: |v| v * v * p,
        hi: p,
    };
    c.area(x) + whole(&c, x) + integrate(&c.f, x, p) + Curve::new(|v| v.sin()).area(x)
}

#[differentiable]
fn ratio<F: Fn(f64) -> f64>(c: &Curve<F>, x: f64) -> f64 {
    Some(x).map(&c.f).unwrap_or(0.0) / (c.f)(2.0)
}

#[differentiable]
fn halved(p: f64, x: f64) -> f64 {
    let c = Curve {
        f: |v| v * v + p,
        hi: x,
    };
    ratio(&c, x)
}

#[test]
fn gradients_are_right() {
    let pair = |(a, b): (f64, f64)| vec![a, b];
    let points: &[&[f64]] = &[&[1.5, 0.4], &[0.5, 1.2]];
    check(
        |p| areas(p[0], p[1]),
        |p| pair(areas::gradient(p[0], p[1])),
        points,
    );
    check(
        |p| halved(p[0], p[1]),
        |p| pair(halved::gradient(p[0], p[1])),
        points,
    );
}
