//! Functions that go over fields of structs that they borrow have the second rule of methods, for fields that are floats and
//! lists of floats; the last ones read alike, and their fields are something else.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::ops::{Add, Mul};

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Model {
    w: Vec<f64>,
    b: f64,
    k: [f64; 2],
}

#[differentiable]
fn loss(p: &Model, xs: &[f64], ys: &[f64]) -> f64 {
    let d = p.w.len();
    let mut total = 0.0;
    for (i, y) in ys.iter().enumerate() {
        let mut t = p.b;
        for j in 0..d {
            t += p.w[j] * xs[i * d + j];
        }
        let e = t - y;
        if e.abs() > p.k[0] {
            total += p.k[1] * e.abs();
        } else {
            total += 0.5 * e * e;
        }
    }
    total
}

#[differentiable]
fn fitted(w0: f64, w1: f64, b: f64, limit: f64) -> f64 {
    let p = Model {
        w: vec![w0, w0 * w1],
        b,
        k: [limit, limit * w1],
    };
    loss(&p, &[0.3, -0.8, 1.2, 0.4], &[0.5, b * w0])
}

#[test]
fn a_loss_of_a_model() {
    for x in [
        [0.4, 0.9, 0.2, 0.35],
        [-1.1, 0.7, 2.0, 0.5],
        [0.1, 0.2, 0.55, 3.0],
    ] {
        let g = fitted::gradient(x[0], x[1], x[2], x[3]);
        let g = [g.0, g.1, g.2, g.3];
        assert_grad(|x| fitted(x[0], x[1], x[2], x[3]), &x, &g);
    }
    let p = Model {
        w: vec![0.4],
        b: 0.1,
        k: [9.0, 1.0],
    };
    let (by_p, by_x, _) = loss::gradient(&p, &[0.5], &[0.0]);
    assert_grad(|x| loss(&p, x, &[0.0]), &[0.5], &by_x);
    let again = loss::gradient(&p, &[0.5], &[0.0]).0;
    assert_eq!((by_p.w, by_p.b, by_p.k), (again.w, again.b, again.k));
}

/// Changes one model by another one, and reads what it has changed.
#[differentiable]
fn step(p: &Model, q: &mut Model, rate: f64) -> f64 {
    for i in 0..q.w.len() {
        q.w[i] = q.w[i] * p.b + p.w[i] * q.w[i] * rate;
    }
    let mut s = 0.0;
    for v in q.w.iter() {
        s += v * v * q.b;
    }
    for (own, other) in q.k.iter_mut().zip(&p.k) {
        *own *= other;
        s += *own;
    }
    s
}

/// What it overwrites is read by its own callers' pullbacks.
#[differentiable]
fn apply(p: &Model, x: &mut [f64]) {
    for i in 0..x.len() {
        x[i] = x[i] * x[i] * p.w[i] + p.b;
    }
}

#[differentiable]
fn trained(a: f64, b: f64, times: usize) -> f64 {
    let p = Model {
        w: vec![a, b, a * b],
        b: a + b,
        k: [a, b],
    };
    let mut q = p.clone();
    let mut x = [a, b * b, 0.5];
    let mut s = 0.0;
    for _ in 0..times {
        apply(&p, &mut x);
        s += step(&p, &mut q, x[1]);
    }
    s + x[0] * x[2] + loss(&q, &x, &[a])
}

#[test]
fn models_that_change() {
    for times in [0, 1, 3] {
        for x in [[0.7, 0.4], [0.9, -0.6]] {
            let g = trained::gradient(x[0], x[1], times);
            assert_grad(|x| trained(x[0], x[1], times), &x, &[g.0, g.1]);
        }
    }
}

#[derive(Clone, Differentiable)]
struct Series<'a> {
    t: &'a [f64],
    y: &'a [f64],
}

#[derive(Clone, Differentiable)]
struct Decay(Vec<f64>, f64);

/// Structs of references, tuple structs, and a closure that goes over fields; `s` is another variable in the closure.
#[differentiable]
fn misfit(d: &Decay, series: &Series<'_>) -> f64 {
    let mut sum = 0.0;
    for i in 0..series.t.len() {
        let mut value = 0.0;
        for (j, a) in d.0.iter().enumerate() {
            value += a * (-d.1 * (j + 1) as f64 * series.t[i]).exp();
        }
        if value < series.y[i] {
            continue;
        }
        sum += (value - series.y[i]).powi(2);
    }
    let weights = d.0.iter().map(|s| s * d.1);
    sum + weights.fold(0.0, |sum, w| sum + w * w)
}

#[differentiable]
fn decayed(a: &[f64], rate: f64) -> f64 {
    let d = Decay(a.to_vec(), rate);
    let t = [0.0, 0.5, rate];
    misfit(
        &d,
        &Series {
            t: &t,
            y: &[0.9, 1.1, 0.2],
        },
    )
}

#[test]
fn structs_of_references_and_tuple_structs() {
    for x in [[0.8, 0.5, 0.7], [0.2, 0.1, 1.3], [1.5, -0.4, 0.3]] {
        let (mut g, rate) = decayed::gradient(&x[..2], x[2]);
        g.push(rate);
        assert_grad(|x| decayed(&x[..2], x[2]), &x, &g);
    }
}

/// A name that is bound again is another one.
#[differentiable]
fn rebound(p: &Model, q: &Model) -> f64 {
    let mut s = 0.0;
    for p in [q, p] {
        for i in 0..p.w.len() {
            s += p.w[i] * p.b * q.b;
        }
    }
    s
}

#[differentiable]
fn of_two(a: f64, b: f64) -> f64 {
    let of = |b: f64, n: usize| Model {
        w: vec![a * b; n],
        b,
        k: [a, b],
    };
    rebound(&of(b, 2), &of(a, 3))
}

#[test]
fn names_that_are_bound_again() {
    for x in [[0.7, 0.4], [-0.3, 1.2]] {
        let g = of_two::gradient(x[0], x[1]);
        assert_grad(|x| of_two(x[0], x[1]), &x, &[g.0, g.1]);
    }
}

#[differentiable]
impl Model {
    /// A method that goes over the fields of another argument as well.
    fn overlap(&self, other: &Model, scale: &Decay) -> f64 {
        let mut s = 0.0;
        for i in 0..self.w.len().min(other.w.len()) {
            s += self.w[i] * other.w[i] * scale.1;
        }
        while s > other.b {
            s *= 0.5 * self.b;
        }
        s
    }
}

#[differentiable]
fn overlapping(a: f64, b: f64) -> f64 {
    let p = Model {
        w: vec![a, b, a * b],
        b: 0.9,
        k: [0.0; 2],
    };
    let q = Model {
        w: vec![b, b * b],
        b: a,
        ..p.clone()
    };
    p.overlap(&q, &Decay(vec![], b)) + q.overlap(&p, &Decay(vec![], a))
}

#[test]
fn arguments_of_methods() {
    for x in [[0.7, 0.4], [0.2, 1.9], [1.1, 3.0]] {
        let g = overlapping::gradient(x[0], x[1]);
        assert_grad(|x| overlapping(x[0], x[1]), &x, &[g.0, g.1]);
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Vec2 {
    x: f64,
    y: f64,
}

#[differentiable]
impl Add for Vec2 {
    type Output = Vec2;

    fn add(self, other: Vec2) -> Vec2 {
        Vec2 {
            x: self.x + other.x,
            y: self.y + other.y,
        }
    }
}

#[differentiable]
impl Mul<f64> for Vec2 {
    type Output = Vec2;

    fn mul(self, k: f64) -> Vec2 {
        Vec2 {
            x: self.x * k,
            y: self.y * k,
        }
    }
}

#[derive(Clone, Differentiable)]
struct Cloud {
    p: Vec<Vec2>,
    v: Vec<Vec2>,
    single: Vec<f32>,
    count: Vec<usize>,
    dt: f64,
}

#[differentiable]
fn advance(c: &mut Cloud, times: usize) {
    for _ in 0..times {
        for i in 0..c.p.len() {
            c.p[i] = c.p[i] + c.v[i] * c.dt;
        }
    }
}

#[differentiable]
fn mixed(c: &Cloud, x: f64) -> f64 {
    let mut s = x;
    for (n, f) in c.count.iter().zip(&c.single) {
        s *= c.dt * (*n as f64) + *f as f64;
    }
    for i in 0..c.count.len() {
        s += c.dt * c.count[i] as f64;
    }
    s
}

#[differentiable]
fn flown(x: f64, y: f64, dt: f64) -> f64 {
    let mut c = Cloud {
        p: vec![Vec2 { x, y }, Vec2 { x: y, y: x * y }],
        v: vec![Vec2 { x: y * y, y: x }; 2],
        single: vec![0.5, 0.25, 1.0],
        count: vec![1, 2, 3],
        dt,
    };
    advance(&mut c, 3);
    let last = c.p[1] * c.dt + c.p[0];
    last.x * last.y + mixed(&c, x)
}

#[test]
fn fields_of_other_types() {
    for x in [[0.7, 0.4, 0.1], [-0.3, 1.2, 0.6]] {
        let g = flown::gradient(x[0], x[1], x[2]);
        assert_grad(|x| flown(x[0], x[1], x[2]), &x, &[g.0, g.1, g.2]);
    }
}

struct Settings {
    weights: Vec<f64>,
    scale: f64,
}

/// Fields of an argument that carries no derivatives are constants.
#[differentiable]
fn weighted(#[constant] settings: &Settings, p: &Model) -> f64 {
    let mut s = 0.0;
    for i in 0..p.w.len() {
        s += settings.weights[i] * p.w[i].exp() * settings.scale;
    }
    s * p.b
}

#[test]
fn fields_of_constants() {
    let settings = Settings {
        weights: vec![0.3, -1.2, 0.8],
        scale: 0.7,
    };
    let of = |x: &[f64]| Model {
        w: x[1..].to_vec(),
        b: x[0],
        k: [0.0; 2],
    };
    let at = [0.4, 0.2, -0.9, 1.1];
    let by_p = weighted::gradient(&settings, &of(&at));
    let mut g = vec![by_p.b];
    g.extend(by_p.w);
    assert_grad(|x| weighted(&settings, &of(x)), &at, &g);
}
