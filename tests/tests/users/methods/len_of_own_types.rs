//! A method `len` that gives a float: in its block, of what operators give, and beside floats.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::collections::HashSet;
use std::ops::{Add, Mul, Sub};

#[derive(Differentiable, Clone, Copy, Debug, PartialEq)]
struct V3 {
    x: f64,
    y: f64,
    z: f64,
}
#[differentiable]
impl V3 {
    fn new(x: f64, y: f64, z: f64) -> Self {
        V3 { x, y, z }
    }
    fn dot(self, o: V3) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    fn len(self) -> f64 {
        self.dot(self).sqrt()
    }
    fn normalized(self) -> V3 {
        let l = self.len();
        if l > 0.0 { self * (1.0 / l) } else { self }
    }
    fn is_long(&self) -> bool {
        self.len() > 2.0
    }
    fn half(&self) -> f64 {
        if self.is_long() {
            self.len() / 2.0
        } else {
            self.len() * self.len()
        }
    }
}
#[differentiable]
impl Add for V3 {
    type Output = V3;
    fn add(self, o: V3) -> V3 {
        V3::new(self.x + o.x, self.y + o.y, self.z + o.z)
    }
}
#[differentiable]
impl Sub for V3 {
    type Output = V3;
    fn sub(self, o: V3) -> V3 {
        V3::new(self.x - o.x, self.y - o.y, self.z - o.z)
    }
}
#[differentiable]
impl Mul<f64> for V3 {
    type Output = V3;
    fn mul(self, k: f64) -> V3 {
        V3::new(self.x * k, self.y * k, self.z * k)
    }
}

#[derive(Differentiable, Clone)]
struct Spring {
    a: usize,
    b: usize,
    rest: f64,
    k: f64,
}

#[differentiable]
fn energy(pos: &[V3], springs: &[Spring]) -> f64 {
    let mut e = 0.0;
    for s in springs {
        let d = pos[s.b] - pos[s.a];
        let stretch = d.len() - s.rest;
        e += 0.5 * s.k * stretch * stretch;
    }
    let n = pos.len();
    let idx: HashSet<usize> = (0..n).collect();
    e / n as f64 + idx.len() as f64 * pos[0].half()
}
#[differentiable]
fn force(p: V3, q: V3) -> f64 {
    let r = q - p;
    let dist = r.len();
    let dir = r.normalized();
    if dist < 1.5 {
        return dir.x * dist.powi(2);
    }
    let longest = p.len().max(q.len());
    dir.y / dist + longest
}
#[differentiable]
fn perimeter(ps: &[V3]) -> f64 {
    let n = ps.len();
    (0..n).map(|i| (ps[(i + 1) % n] - ps[i]).len()).sum::<f64>()
        + ps.iter().map(|p| p.len()).fold(0.0, f64::max)
}
#[differentiable]
fn farthest(ps: &[V3], from: V3) -> f64 {
    let mut best = 0.0;
    for p in ps {
        let d = (*p - from).len();
        if d > best {
            best = d;
        }
    }
    let near = ps
        .iter()
        .map(|p| (*p - from).len())
        .fold(f64::INFINITY, f64::min);
    let total: f64 = ps
        .iter()
        .map(|p| {
            let w = *p + from;
            w.len()
        })
        .sum();
    best * near + total / ps.len() as f64
}
/// Beside floats that have a name from a tuple.
#[differentiable]
fn turned(x: &[f64]) -> f64 {
    let axis = V3::new(x[0], x[1], 1.0);
    let (sine, cosine) = x[2].sin_cos();
    let (near, far) = (0.5, 2.0 * sine);
    let unit = axis * (sine / axis.len());
    unit.x * cosine + near * axis.len() * far
}

#[test]
fn named_beside_others() {
    for x in [[0.3, 0.7, 1.2], [2.0, -0.4, 0.1]] {
        assert_grad(turned, &x, &turned::gradient(&x));
    }
}

#[test]
fn gradient_is_right() {
    let v = |c: &[f64]| V3::new(c[0], c[1], c[2]);
    let flat = |g: V3Tangent| [g.x, g.y, g.z];
    let all = |x: &[f64]| x.chunks(3).map(|c| v(c)).collect::<Vec<_>>();
    let springs = [
        Spring {
            a: 0,
            b: 1,
            rest: 0.3,
            k: 1.2,
        },
        Spring {
            a: 1,
            b: 2,
            rest: 0.5,
            k: 2.0,
        },
    ];
    let from = V3::new(0.1, 0.5, 0.2);
    for first in [0.1, 3.1] {
        let x = [first, 0.2, 0.3, 1.0, -0.4, 0.5, 2.0, 1.0, 0.3];
        let gradient: Vec<f64> = energy::gradient(&all(&x), &springs)
            .0
            .into_iter()
            .flat_map(flat)
            .collect();
        assert_grad(|x| energy(&all(x), &springs), &x, &gradient);
        let gradient: Vec<f64> = perimeter::gradient(&all(&x))
            .into_iter()
            .flat_map(flat)
            .collect();
        assert_grad(|x| perimeter(&all(x)), &x, &gradient);
        let gradient: Vec<f64> = farthest::gradient(&all(&x), from)
            .0
            .into_iter()
            .flat_map(flat)
            .collect();
        assert_grad(|x| farthest(&all(x), from), &x, &gradient);
        let (p, q) = force::gradient(v(&x[3..]), v(&x));
        assert_grad(
            |x| force(v(x), v(&x[3..])),
            &[x[3], x[4], x[5], x[0], x[1], x[2]],
            &[flat(p), flat(q)].concat(),
        );
        assert_eq!(force::gradient(v(&x[3..]), v(&x)), (p, q));
    }
}
