use crate::check;
use pullback::{Differentiable, differentiable};
use std::ops::*;
#[derive(Clone, Copy, Debug, Differentiable)]
struct V {
    x: f64,
    y: f64,
}
#[differentiable]
impl V {
    fn add(self, o: V) -> V {
        V {
            x: self.x + o.x,
            y: self.y + o.y,
        }
    }
    fn rot(self, a: f64) -> Self {
        let (s, c) = a.sin_cos();
        V {
            x: c * self.x - s * self.y,
            y: s * self.x + c * self.y,
        }
    }
    fn scale(&self, k: f64) -> V {
        V {
            x: self.x * k,
            y: self.y * k,
        }
    }
    fn dot(&self, o: &V) -> f64 {
        self.x * o.x + self.y * o.y
    }
    fn norm(&self) -> f64 {
        self.dot(self).sqrt()
    }
    fn push(&mut self, k: f64) -> &mut V {
        self.x += k;
        self.y *= k;
        self
    }
    fn maybe(&self, k: f64) -> Option<V> {
        if k > 0.0 { Some(self.scale(k)) } else { None }
    }
    fn map(self, f: impl Fn(f64) -> f64) -> V {
        V {
            x: f(self.x),
            y: f(self.y),
        }
    }
}
#[differentiable]
fn f(a: V, k: f64) -> f64 {
    let mut v = a;
    let n = v.add(a).rot(k).norm();
    v.push(n);
    let m = v.scale(k).dot(&v) + v.add(v).scale(k).dot(&a);
    let q = v.push(k).scale(m).dot(&a);
    let r = v.scale(q).push(k).push(n).norm();
    v = v.rot(r).scale(0.3).rot(k);
    let t = v.push(k).maybe(r).map_or(0.0, |w| w.norm()) + v.push(k).map(|c| c * c).norm();
    let mut it = [v, a];
    let u = it[0].push(1.0).push(k).norm() * it[1].scale(k).norm();
    n + m + q * r + t + u + it[0].x
}
#[test]
fn gradient_is_right() {
    let pts: &[&[f64]] = &[&[0.3, 0.8, 0.4], &[-0.4, 1.2, 0.7]];
    check(
        |v| f(V { x: v[0], y: v[1] }, v[2]),
        |v| {
            let (a, b) = f::gradient(V { x: v[0], y: v[1] }, v[2]);
            vec![a.x, a.y, b]
        },
        pts,
    );
}
