//! Methods that read like those of fields that are floats, where the fields are something else: rustc finds so, and the
//! second rule of such a method is no error.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::collections::VecDeque;
use std::ops::{Add, AddAssign, Deref, DerefMut, Index, IndexMut, Mul};
use std::rc::Rc;

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

#[differentiable]
impl AddAssign for Vec2 {
    fn add_assign(&mut self, other: Vec2) {
        self.x += other.x;
        self.y += other.y;
    }
}

#[derive(Clone, Differentiable)]
struct Cloud {
    p: Vec<Vec2>,
    v: Vec<Vec2>,
    dt: f64,
}

#[differentiable]
impl Cloud {
    fn step(&mut self) {
        for i in 0..self.p.len() {
            self.p[i] += self.v[i] * self.dt;
        }
    }

    fn sum(&self) -> f64 {
        let mut s = 0.0;
        for i in 0..self.p.len() {
            s += self.p[i].x * self.dt + self.v[i].y;
        }
        s
    }
}

#[differentiable]
fn cloud(a: f64, b: f64) -> f64 {
    let mut cloud = Cloud {
        p: vec![Vec2 { x: a, y: b }; 3],
        v: vec![Vec2 { x: b, y: a * b }; 3],
        dt: a,
    };
    cloud.step();
    cloud.step();
    cloud.sum()
}

#[derive(Clone, Differentiable)]
struct Counted {
    n: usize,
    k: i32,
    index: Vec<usize>,
    counts: Vec<i64>,
    powers: Vec<i32>,
    flags: Vec<bool>,
    w: Vec<f64>,
    s: f64,
}

#[differentiable]
impl Counted {
    fn chosen(&self) -> f64 {
        let mut t = 0.0;
        for i in 0..self.n {
            t += self.w[self.index[i]] * self.s * self.counts[i] as f64;
        }
        t
    }

    fn down(&self) -> f64 {
        let mut t = 0.0;
        let mut k = self.n;
        while k > 0 {
            k -= 1;
            t += self.w[k] * self.k as f64;
        }
        t
    }

    fn turned(&self) -> f64 {
        let mut t = 0.0;
        let last = self.n - 1;
        for i in 0..self.n {
            let m = last - i;
            t += self.w[m] * self.s;
            if self.counts[i] > 2 {
                t += self.s;
            }
        }
        t
    }

    fn around(&self) -> f64 {
        let mut t = 0.0;
        let n = self.n;
        for i in 0..n {
            for j in 0..n {
                if i + j < n {
                    t += self.w[(i + j) % self.n] * self.s;
                }
            }
        }
        t
    }

    fn counted_twice(&self) -> f64 {
        let mut t = 0;
        for i in 0..self.n {
            t += self.counts[i] * 2;
        }
        t as f64 * self.s
    }

    fn counted(&self) -> f64 {
        let mut t = 0;
        for i in 0..self.n {
            t += self.counts[i];
        }
        t as f64 * self.s
    }

    fn powers(&self, h: f64) -> f64 {
        let mut t = 0.0;
        for k in &self.powers {
            t += h.powi(*k);
        }
        t
    }

    fn at_indices(&self) -> f64 {
        let mut t = 0.0;
        for i in &self.index {
            t += self.w[*i];
        }
        for on in &self.flags {
            if *on {
                t += self.s;
            }
        }
        t
    }

    fn largest(&self) -> i64 {
        let mut largest = 0;
        for c in &self.counts {
            if *c > largest {
                largest = *c;
            }
        }
        largest
    }

    fn above_one(&self, h: f64) -> f64 {
        let mut t = 0.0;
        for (i, c) in self.counts.iter().enumerate() {
            if *c > 1 {
                t += self.w[i] * h;
            }
        }
        t
    }
}

#[differentiable]
fn counted(a: f64, b: f64) -> f64 {
    let c = Counted {
        n: 3,
        k: 2,
        index: vec![2, 0, 1],
        counts: vec![1, 5, 2],
        powers: vec![2, 3],
        flags: vec![true, false, true],
        w: vec![a, b, a * b],
        s: a,
    };
    let twice = c.counted_twice() + c.counted();
    let by_items = c.powers(b) + c.at_indices() + c.largest() as f64 * a;
    c.chosen() + c.down() + c.turned() + c.around() + twice + by_items + c.above_one(b)
}

#[derive(Clone, Differentiable)]
struct Data {
    #[constant]
    x: Vec<f64>,
    #[constant]
    y: Vec<f64>,
    #[constant]
    weight: f64,
    a: f64,
    b: f64,
}

#[differentiable]
impl Data {
    fn loss(&self) -> f64 {
        let mut s = 0.0;
        for i in 0..self.x.len() {
            let r = self.a * self.x[i] + self.b - self.y[i];
            s += r * r * self.weight;
        }
        s
    }
}

#[differentiable]
fn constants(a: f64, b: f64) -> f64 {
    let data = Data {
        x: vec![1.0, 2.0, 3.0],
        y: vec![2.0, 1.0, 0.5],
        weight: 0.7,
        a,
        b,
    };
    data.loss()
}

#[derive(Clone, Copy, Differentiable)]
struct Meters(f64);

#[differentiable]
impl Mul<Meters> for Meters {
    type Output = f64;

    fn mul(self, other: Meters) -> f64 {
        self.0 * other.0
    }
}

#[differentiable]
impl Mul<f64> for Meters {
    type Output = Meters;

    fn mul(self, k: f64) -> Meters {
        Meters(self.0 * k)
    }
}

#[derive(Clone, Differentiable)]
struct Plate {
    length: Meters,
    width: Meters,
    loads: Vec<f64>,
}

#[differentiable]
impl Plate {
    fn load(&self) -> f64 {
        let mut s = 0.0;
        for i in 0..self.loads.len() {
            s += self.length * self.width * self.loads[i];
        }
        s
    }

    fn moment(&self) -> f64 {
        let mut s = 0.0;
        for i in 0..self.loads.len() {
            s += (self.length * self.loads[i]).0;
        }
        s
    }
}

#[differentiable]
fn newtypes(a: f64, b: f64) -> f64 {
    let plate = Plate {
        length: Meters(a),
        width: Meters(b),
        loads: vec![a, b],
    };
    plate.load() + plate.moment()
}

#[derive(Clone, Differentiable)]
struct Delay {
    line: VecDeque<f64>,
    gain: f64,
    shared: Rc<Vec<f64>>,
}

#[differentiable]
impl Delay {
    fn damp(&mut self) {
        for i in 0..self.line.len() {
            self.line[i] *= self.gain;
        }
    }

    fn sum(&self) -> f64 {
        let mut s = 0.0;
        for i in 0..self.line.len() {
            s += self.line[i] * self.gain * self.shared[i];
        }
        s
    }
}

#[differentiable]
fn deques(a: f64, b: f64) -> f64 {
    let mut delay = Delay {
        line: VecDeque::new(),
        gain: b,
        shared: Rc::new(vec![a, b]),
    };
    delay.line.push_back(a);
    delay.line.push_back(a * b);
    delay.damp();
    delay.sum()
}

#[derive(Clone, Differentiable)]
struct Row {
    cells: Vec<f64>,
}

#[differentiable]
impl Index<usize> for Row {
    type Output = f64;

    fn index(&self, i: usize) -> &f64 {
        &self.cells[i]
    }
}

#[differentiable]
impl IndexMut<usize> for Row {
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        &mut self.cells[i]
    }
}

#[derive(Clone, Differentiable)]
struct Rows {
    g: Row,
    h: Row,
    c: f64,
}

#[differentiable]
impl Rows {
    fn step(&mut self) {
        for i in 1..3 {
            self.h[i] += self.c * self.g[i - 1];
            self.g[i] *= self.c;
        }
    }

    fn sum(&self) -> f64 {
        let mut s = 0.0;
        for i in 0..3 {
            s += self.h[i] * self.g[i];
        }
        s
    }
}

#[differentiable]
fn own_index(a: f64, b: f64) -> f64 {
    let mut rows = Rows {
        g: Row {
            cells: vec![a, b, a * b],
        },
        h: Row {
            cells: vec![b, b, a],
        },
        c: a,
    };
    rows.step();
    rows.step();
    rows.sum()
}

#[derive(Clone, Differentiable)]
struct Inner {
    u: Vec<f64>,
    v: Vec<f64>,
    c: f64,
}

/// Reaches one list by two names.
#[derive(Clone, Differentiable)]
struct Outer {
    inner: Inner,
}

#[differentiable]
impl Deref for Outer {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.inner
    }
}

#[differentiable]
impl DerefMut for Outer {
    fn deref_mut(&mut self) -> &mut Inner {
        &mut self.inner
    }
}

#[differentiable]
impl Outer {
    fn sum(&self) -> f64 {
        let mut s = 0.0;
        for i in 1..3 {
            s += self.u[i] * self.u[i - 1] * self.c + self.inner.u[i] * self.v[i];
        }
        s
    }

    fn scale(&mut self) {
        for i in 0..3 {
            self.u[i] *= self.c;
        }
    }
}

#[differentiable]
fn by_two_names(a: f64, b: f64) -> f64 {
    let mut outer = Outer {
        inner: Inner {
            u: vec![a, b, a * a],
            v: vec![b, a * b, b],
            c: a,
        },
    };
    outer.scale();
    outer.sum()
}

#[derive(Clone, Differentiable)]
struct Affine {
    m: [[f64; 2]; 2],
    t: [f64; 2],
    tags: [f64; 2],
}

#[differentiable]
impl Affine {
    fn apply(&self, p: [f64; 2]) -> [f64; 2] {
        let mut out = [0.0; 2];
        for i in 0..2 {
            out[i] = self.t[i];
            for j in 0..2 {
                out[i] += self.m[i][j] * p[j];
            }
        }
        out
    }

    fn squares(&self) -> f64 {
        let mut s = 0.0;
        for row in &self.m {
            for x in row {
                s += x * x;
            }
        }
        for t in &self.t {
            s += t * t;
        }
        s
    }

    fn scale(&mut self, k: f64) {
        for list in [&mut self.t, &mut self.tags] {
            for v in list.iter_mut() {
                *v *= k;
            }
        }
    }
}

#[differentiable]
fn grids(a: f64, b: f64) -> f64 {
    let mut affine = Affine {
        m: [[a, b], [b * a, 1.0]],
        t: [b, a],
        tags: [a, 1.0],
    };
    affine.scale(b);
    let p = affine.apply([a, 2.0]);
    p[0] * p[1] + affine.squares() + affine.tags[0]
}

#[derive(Clone, Differentiable)]
struct Single {
    w: Vec<f32>,
    b: f32,
}

#[differentiable]
impl Single {
    fn scale(&mut self) {
        for i in 0..self.w.len() {
            self.w[i] *= self.b;
        }
    }

    fn sum(&self) -> f32 {
        let mut s = self.b;
        for i in 0..self.w.len() {
            s += self.w[i] * self.b;
        }
        s
    }
}

#[differentiable]
fn single(a: f32, b: f32) -> f32 {
    let mut single = Single { w: vec![a, b], b };
    single.scale();
    single.sum()
}

#[test]
fn gradients_are_right() {
    let all: [(fn(f64, f64) -> f64, fn(f64, f64) -> (f64, f64)); 8] = [
        (cloud, cloud::gradient),
        (counted, counted::gradient),
        (constants, constants::gradient),
        (newtypes, newtypes::gradient),
        (deques, deques::gradient),
        (own_index, own_index::gradient),
        (by_two_names, by_two_names::gradient),
        (grids, grids::gradient),
    ];
    for (f, gradient) in all {
        for at in [[0.7, 1.3], [1.4, -0.6]] {
            let (a, b) = gradient(at[0], at[1]);
            assert_grad(|x| f(x[0], x[1]), &at, &[a, b]);
        }
    }
}

#[test]
fn single_precision() {
    // s = b + b² (a + b)
    let (a, b) = (0.75_f32, 1.5_f32);
    let (by_a, by_b) = single::gradient(a, b);
    assert_eq!(by_a, b * b);
    assert_eq!(by_b, 1.0 + 2.0 * a * b + 3.0 * b * b);
}
