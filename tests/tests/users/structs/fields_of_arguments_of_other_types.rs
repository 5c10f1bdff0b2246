//! Functions over fields of structs that read like those of floats, where the fields are own types, counts, flags, singles,
//! what is nested, and what is indexed in other ways.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::collections::VecDeque;
use std::ops::{Add, AddAssign, Index, Mul, Sub};
use std::rc::Rc;

#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Differentiable)]
struct Met(f64);

#[differentiable]
impl Add for Met {
    type Output = Met;
    fn add(self, o: Met) -> Met {
        Met(self.0 + o.0)
    }
}

#[differentiable]
impl Sub for Met {
    type Output = Met;
    fn sub(self, o: Met) -> Met {
        Met(self.0 - o.0)
    }
}

#[differentiable]
impl Mul<f64> for Met {
    type Output = Met;
    fn mul(self, k: f64) -> Met {
        Met(self.0 * k)
    }
}

#[differentiable]
impl Mul for Met {
    type Output = f64;
    fn mul(self, k: Met) -> f64 {
        self.0 * k.0
    }
}

#[differentiable]
impl AddAssign for Met {
    fn add_assign(&mut self, o: Met) {
        self.0 += o.0;
    }
}

#[differentiable]
impl Met {
    fn abs(self) -> Met {
        Met(self.0.abs())
    }
    fn val(&self) -> f64 {
        self.0
    }
    fn sqrt(self) -> Met {
        Met(self.0.sqrt())
    }
    fn max(self, o: Met) -> Met {
        if self.0 > o.0 { self } else { o }
    }
}
const ZERO: Met = Met(0.0);
const UNIT: Met = Met(1.0);
const TWO: f64 = 2.0;
const COUNT: usize = 2;
const FLAGS: [bool; 2] = [true, false];
const W: [f64; 3] = [0.2, 0.5, 0.3];

#[derive(Clone, Differentiable)]
struct Path {
    pts: Vec<Met>,
    speed: Met,
    n: usize,
    ids: Vec<usize>,
    on: Vec<bool>,
    single: Vec<f32>,
    k: f64,
}

#[differentiable]
fn len(p: &Path) -> Met {
    let mut s = ZERO;
    for i in 1..p.pts.len() {
        s += (p.pts[i] - p.pts[i - 1]).abs();
    }
    s
}

#[differentiable]
fn len2(p: &Path) -> f64 {
    let mut s = 0.0;
    for i in 1..p.pts.len() {
        s += (p.pts[i] - p.pts[i - 1]).abs().val() * TWO;
    }
    s
}

#[differentiable]
fn dotm(p: &Path) -> f64 {
    let mut s = 0.0;
    for i in 0..p.pts.len() {
        s += p.pts[i] * p.speed;
    }
    s
}

#[differentiable]
fn worst(p: &Path) -> f64 {
    let mut m = p.pts[0];
    for q in &p.pts {
        m = m.max(*q);
    }
    m.val() * p.k
}

#[differentiable]
fn worst2(p: &Path) -> f64 {
    let mut m = p.pts[0];
    for q in &p.pts {
        if *q > m {
            m = *q;
        }
    }
    (m * UNIT) * p.k
}

#[differentiable]
fn ids(p: &Path, x: &[f64]) -> f64 {
    let mut s = 0.0;
    for &i in &p.ids {
        s += x[i] * p.k;
    }
    for (i, on) in p.on.iter().enumerate() {
        if *on {
            s += x[i];
        }
    }
    s
}

#[differentiable]
fn ids2(p: &Path, x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..p.ids.len() {
        s += x[p.ids[i]] * p.ids[i] as f64 * p.k;
        if p.on[i] && FLAGS[i % COUNT] {
            s *= p.k;
        }
    }
    s
}

#[differentiable]
fn sing(p: &Path) -> f64 {
    let mut s = 0.0;
    for v in &p.single {
        s += *v as f64 * p.k;
    }
    for i in 0..p.single.len() {
        s += f64::from(p.single[i]) * p.k;
    }
    s
}

#[differentiable]
fn total(p: &Path) -> usize {
    let mut s = 0;
    for i in 0..p.ids.len() {
        s += p.ids[i] * 2;
    }
    s + p.ids.iter().sum::<usize>()
}

#[differentiable]
fn move_all(p: &mut Path, dt: f64) {
    for i in 0..p.pts.len() {
        p.pts[i] += p.speed * dt;
        p.ids[i % 2] += 1;
        p.on[i % 2] = !p.on[i % 2];
    }
    p.n += 1;
}

#[derive(Clone, Differentiable)]
struct Bag {
    q: VecDeque<f64>,
    o: Option<f64>,
    r: Rc<Vec<f64>>,
    s: Box<[f64]>,
    name: String,
    t: (Vec<f64>, f64),
    arr: [Met; 2],
}

#[differentiable]
fn bag(b: &Bag) -> f64 {
    let mut s = 0.0;
    for i in 0..b.q.len() {
        s += b.q[i] * b.t.1;
    }
    for v in b.r.iter() {
        s += v * b.t.1;
    }
    for v in b.s.iter() {
        s += v * v;
    }
    for i in 0..b.t.0.len() {
        s += b.t.0[i] * b.r[i] * b.s[i] * W[i];
    }
    s
}

#[differentiable]
fn bag2(b: &Bag) -> f64 {
    let mut s = 0.0;
    for i in 0..3 {
        if let Some(o) = b.o {
            s += o * b.q[i];
        }
    }
    for a in &b.arr {
        s += a.val() * b.t.1;
    }
    s + b.name.len() as f64
}

#[differentiable]
fn bag3(b: &mut Bag) -> f64 {
    for i in 0..b.q.len() {
        b.q[i] *= 1.5;
        b.t.0[i] += b.q[i];
    }
    let mut s = 0.0;
    for v in b.q.iter() {
        s += v;
    }
    for a in b.arr.iter_mut() {
        *a += UNIT * s;
    }
    for v in b.t.0.iter() {
        s += v * v;
    }
    s + b.arr[1].val()
}

#[derive(Clone, Differentiable)]
struct Inner {
    w: Vec<f64>,
    g: f64,
}
#[derive(Clone, Differentiable)]
struct Outer {
    a: Inner,
    b: Vec<Inner>,
    k: f64,
}

#[differentiable]
fn nest(o: &Outer, x: f64) -> f64 {
    let mut s = 0.0;
    for i in 0..o.a.w.len() {
        s += o.a.w[i] * o.a.g * x;
    }
    for b in &o.b {
        for w in &b.w {
            s += w * b.g * o.k;
        }
    }
    for i in 0..o.b.len() {
        s += o.b[i].w[0] * o.b[i].g * o.k;
    }
    s
}

#[differentiable]
fn nest2(o: &mut Outer, x: f64) {
    for i in 0..o.a.w.len() {
        o.a.w[i] *= o.k * x;
    }
    o.a.g += x;
    for b in o.b.iter_mut() {
        for w in b.w.iter_mut() {
            *w *= o.k;
        }
        b.g *= x;
    }
}

#[derive(Clone, Differentiable)]
struct Mat {
    d: Vec<f64>,
    c: usize,
}
#[differentiable]
impl Index<(usize, usize)> for Mat {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.d[i * self.c + j]
    }
}

#[derive(Clone, Differentiable)]
struct Sys {
    m: Mat,
    v: Vec<f64>,
    k: f64,
}

#[differentiable]
fn sysf(s: &Sys) -> f64 {
    let mut t = 0.0;
    for i in 0..s.v.len() {
        for j in 0..s.m.c {
            t += s.m[(i, j)] * s.v[j] * s.k;
        }
    }
    t
}

#[differentiable]
fn quad(s: &Sys) -> Vec<f64> {
    let mut out = Vec::new();
    for i in 0..s.v.len() {
        let mut t = 0.0;
        for j in 0..s.v.len() {
            t += s.m[(i, j)] * s.v[j];
        }
        out.push(t * s.k);
    }
    out
}

#[derive(Clone, Differentiable)]
struct Gen<T> {
    v: Vec<T>,
    k: T,
}

#[differentiable]
fn gen1(g: &Gen<f64>) -> f64 {
    let mut s = 0.0;
    for v in &g.v {
        s += v * g.k;
    }
    s
}

#[differentiable]
fn gen2(g: &Gen<Met>) -> f64 {
    let mut s = 0.0;
    for v in &g.v {
        s += *v * g.k;
    }
    s
}

#[differentiable]
fn gen3<T: Clone>(g: &Gen<f64>, _t: &T) -> f64 {
    let mut s = 0.0;
    for v in &g.v {
        s += v * g.k;
    }
    s
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let (a, b, c) = (x[0], x[1], x[2]);
    let mut p = Path {
        pts: vec![Met(a), Met(b), Met(c)],
        speed: Met(c),
        n: 2,
        ids: vec![0, 2],
        on: vec![true, false],
        single: vec![0.5, 0.25],
        k: b,
    };
    let mut s = len(&p).0
        + len2(&p)
        + dotm(&p)
        + worst(&p)
        + worst2(&p)
        + ids(&p, x)
        + ids2(&p, x)
        + sing(&p)
        + total(&p) as f64;
    move_all(&mut p, a);
    s += dotm(&p) + len2(&p);
    let mut bg = Bag {
        q: VecDeque::from([a, b, c]),
        o: Some(c),
        r: Rc::new(vec![a, b, c]),
        s: vec![c, b, a].into_boxed_slice(),
        name: "n".into(),
        t: (vec![a, c, b], b),
        arr: [Met(a), Met(c)],
    };
    s += bag(&bg) + bag2(&bg);
    s += bag3(&mut bg) + bag(&bg) * 0.1;
    let mut o = Outer {
        a: Inner {
            w: vec![a, b],
            g: c,
        },
        b: vec![
            Inner { w: vec![c], g: a },
            Inner {
                w: vec![b, a],
                g: b,
            },
        ],
        k: c,
    };
    s += nest(&o, a);
    nest2(&mut o, b);
    s += nest(&o, c);
    let sy = Sys {
        m: Mat {
            d: vec![a, b, c, a],
            c: 2,
        },
        v: vec![b, c],
        k: a,
    };
    s += sysf(&sy);
    for (i, q) in quad(&sy).iter().enumerate() {
        s += q * (i + 1) as f64;
    }
    s + gen1(&Gen {
        v: vec![a, b],
        k: c,
    }) + gen2(&Gen {
        v: vec![Met(a), Met(b)],
        k: Met(c),
    }) + gen3(
        &Gen {
            v: vec![c, b],
            k: c,
        },
        &1,
    )
}

#[test]
fn gradients_are_right() {
    for x in [[0.7, 0.4, 0.95], [0.3, 1.2, 0.8]] {
        assert_grad(f, &x, &f::gradient(&x));
    }
}
