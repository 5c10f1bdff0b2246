//! Values whose types only their uses show: floats, references to floats, and users' types that give floats.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::ops::{Add, Mul, Sub};
#[derive(Clone, Copy, Differentiable)]
struct V3 {
    x: f64,
    y: f64,
    z: f64,
}
#[differentiable]
impl Mul for V3 {
    type Output = f64;
    fn mul(self, o: V3) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
}
#[differentiable]
impl Mul<V3> for f64 {
    type Output = V3;
    fn mul(self, o: V3) -> V3 {
        V3 {
            x: self * o.x,
            y: self * o.y,
            z: self * o.z,
        }
    }
}
#[differentiable]
impl Add for V3 {
    type Output = V3;
    fn add(self, o: V3) -> V3 {
        V3 {
            x: self.x + o.x,
            y: self.y + o.y,
            z: self.z + o.z,
        }
    }
}
#[differentiable]
impl Sub for V3 {
    type Output = V3;
    fn sub(self, o: V3) -> V3 {
        V3 {
            x: self.x - o.x,
            y: self.y - o.y,
            z: self.z - o.z,
        }
    }
}
#[differentiable]
fn largest(xs: &[f64]) -> &f64 {
    let mut k = 0;
    for i in 1..xs.len() {
        if xs[i] > xs[k] {
            k = i;
        }
    }
    &xs[k]
}
#[differentiable]
fn corner(a: f64, b: f64) -> V3 {
    V3 {
        x: a,
        y: b,
        z: a * b,
    }
}
#[differentiable]
fn reference_in_arithmetic(xs: &[f64]) -> f64 {
    let m = largest(xs);
    let mut total = 0.0;
    for x in xs {
        total += m * x;
    }
    let q = 2.0 * m;
    total + m + q.sin()
}
#[differentiable]
fn reference_read_through(xs: &[f64]) -> f64 {
    let m = largest(xs);
    if *m > 1.0 {
        return *m * 3.0;
    }
    m * 2.0 + m
}
#[differentiable]
fn dot_products(xs: &[f64]) -> f64 {
    let p = corner(xs[0], xs[1]);
    let q = corner(xs[1], xs[2]);
    let d = p * q;
    let r = 2.0 * p + q;
    let e = r * (p - q);
    d * e + (p + q) * r
}
type Real = f64;
#[differentiable]
fn aliased(a: Real, b: Real) -> Real {
    let c: Real = a * b;
    c.sin() + c / a - b
}
#[derive(Clone, Copy, Differentiable)]
struct Osc {
    k: f64,
    w: f64,
}
#[differentiable]
impl Osc {
    fn pot(&self, x: f64) -> f64 {
        let k = self.k;
        let w = self.w;
        let d = x - w;
        0.5 * k * d * d + self.k.powi(2) * w
    }
}
#[differentiable]
fn fields(xs: &[f64]) -> f64 {
    let w = xs[1];
    let o = Osc { k: xs[0], w };
    o.pot(xs[2])
}
#[differentiable]
fn accumulated(xs: &[f64]) -> f64 {
    let mut a = aliased(xs[0], xs[1]);
    a += aliased(xs[1], xs[2]);
    a *= aliased(xs[2], 1.3);
    let (mut lo, hi) = (aliased(xs[0], 0.5), aliased(xs[1], 0.7));
    lo -= hi;
    let s = if a > 0.0 { aliased(a, 2.0) } else { lo };
    let z = if lo > 0.0 { hi } else { a };
    s * z + a / lo
}

#[test]
fn gradients_are_right() {
    for x in [[0.3, 0.8, 0.5], [1.4, 0.2, 0.6], [-0.4, 1.2, 0.9]] {
        assert_grad(
            reference_in_arithmetic,
            &x,
            &reference_in_arithmetic::gradient(&x),
        );
        assert_grad(
            reference_read_through,
            &x,
            &reference_read_through::gradient(&x),
        );
        assert_grad(dot_products, &x, &dot_products::gradient(&x));
        assert_grad(fields, &x, &fields::gradient(&x));
        assert_grad(accumulated, &x, &accumulated::gradient(&x));
        let (a, b) = aliased::gradient(x[0], x[1]);
        assert_grad(|v| aliased(v[0], v[1]), &x[..2], &[a, b]);
    }
}
