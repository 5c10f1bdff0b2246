use crate::check;
use pullback::{Differentiable, differentiable};
#[derive(Clone, Debug, Differentiable)]
struct Acc {
    s: f64,
}
#[differentiable]
impl Acc {
    fn add(&mut self, x: f64) -> &mut Self {
        self.s = self.s * 0.9 + x * x;
        self
    }
    fn total(&self) -> f64 {
        self.s * self.s
    }
}
#[differentiable]
fn f(x: f64, all: &mut [Acc]) -> f64 {
    let mut t = 0.0;
    for a in all.iter_mut() {
        t += a.add(x).add(t).total();
    }
    for (i, a) in all.iter_mut().enumerate() {
        t += a.add(x).add(i as f64 * t).total();
    }
    if let Some(a) = all.first_mut() {
        t += a.add(x).add(t).total();
    }
    t
}
#[test]
fn gradient_is_right() {
    let pts: &[&[f64]] = &[&[0.3, 0.8], &[0.4, 1.2]];
    check(
        |v| f(v[0], &mut [Acc { s: 0.1 }, Acc { s: v[1] }]),
        |v| {
            let (a, b) = f::gradient(v[0], &mut [Acc { s: 0.1 }, Acc { s: v[1] }]);
            vec![a, b[1].s]
        },
        pts,
    );
}
