use crate::check;
use pullback::{Differentiable, differentiable};
use std::collections::BTreeMap;
#[derive(Clone, Debug, Differentiable)]
struct Curve {
    points: BTreeMap<u32, f64>,
}
#[differentiable]
impl Curve {
    fn points(&self) -> &BTreeMap<u32, f64> {
        &self.points
    }
    fn area(&self) -> f64 {
        let p = self.points();
        let mut s = 0.0;
        let mut last = 0;
        for (t, v) in p {
            s += (*t - last) as f64 * v * v;
            last = *t;
        }
        s + p.values().sum::<f64>()
    }
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let c = Curve {
        points: BTreeMap::from([(1, x[0]), (3, x[1]), (4, x[0] * x[1])]),
    };
    let mut s = c.area();
    for (k, v) in c.points() {
        s += *k as f64 * v;
    }
    s
}

#[test]
fn gradients_are_right() {
    let points = [&[0.3, 2.0][..]];
    check(f, |v| f::gradient(v), &points);
}
