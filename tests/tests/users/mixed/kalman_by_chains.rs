use crate::check;
use pullback::{Differentiable, differentiable};
#[derive(Clone, Debug, Differentiable)]
struct Kalman {
    x: f64,
    p: f64,
    q: f64,
    r: f64,
}
#[differentiable]
impl Kalman {
    fn new(q: f64, r: f64) -> Self {
        Kalman {
            x: 0.0,
            p: 1.0,
            q,
            r,
        }
    }
    fn predict(&mut self, dt: f64) -> &mut Self {
        self.x *= 1.0 - 0.1 * dt;
        self.p += self.q * dt;
        self
    }
    fn update(&mut self, z: f64) -> &mut Self {
        let k = self.p / (self.p + self.r);
        self.x += k * (z - self.x);
        self.p *= 1.0 - k;
        self
    }
    fn estimate(&self) -> f64 {
        self.x
    }
}
#[differentiable]
fn f(q: f64, r: f64, zs: &[f64]) -> f64 {
    let mut kf = Kalman::new(q, r);
    let mut total = 0.0;
    for z in zs {
        let e = kf.predict(0.5).update(*z).estimate();
        total += e * e;
    }
    total
}
#[differentiable]
fn g(q: f64, r: f64, zs: &[f64]) -> f64 {
    let mut kf = Kalman::new(q, r);
    for &z in &zs[1..] {
        kf.predict(0.5).update(z);
    }
    kf.predict(1.0).update(zs[0]).estimate()
}
#[differentiable]
fn h(q: f64, r: f64, zs: &[f64]) -> f64 {
    let mut kf = Kalman::new(q, r);
    let mut s = 0.0;
    for &z in zs {
        if kf.predict(0.5).update(z).estimate() > 0.2 {
            s += kf.x * kf.p;
        } else {
            s -= kf.update(z).estimate();
        }
    }
    s
}
#[test]
fn gradient_is_right() {
    check(
        |v| f(v[0], v[1], &v[2..]),
        |v| {
            let (a, b, c) = f::gradient(v[0], v[1], &v[2..]);
            [vec![a, b], c].concat()
        },
        &[&[0.1, 0.3, 1.0, 0.5, -0.4]],
    );
    check(
        |v| g(v[0], v[1], &v[2..]),
        |v| {
            let (a, b, c) = g::gradient(v[0], v[1], &v[2..]);
            [vec![a, b], c].concat()
        },
        &[&[0.1, 0.3, 1.0, 0.5, -0.4]],
    );
    check(
        |v| h(v[0], v[1], &v[2..]),
        |v| {
            let (a, b, c) = h::gradient(v[0], v[1], &v[2..]);
            [vec![a, b], c].concat()
        },
        &[&[0.1, 0.3, 1.0, 0.5, -2.4]],
    );
}
