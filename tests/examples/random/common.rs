//! The types and functions that random programs use.

use pullback::{Differentiable, Real, differentiable};
#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Point {
    pub a: f64,
    pub b: f64,
    pub w: [f64; 2],
}
#[differentiable]
impl Point {
    pub fn new(a: f64, b: f64) -> Self {
        Point {
            a,
            b,
            w: [a * b, 0.5],
        }
    }
    pub fn energy(&self, t: f64) -> f64 {
        0.5 * self.a * t * t + self.b * self.w[0] - self.w[1]
    }
    pub fn turn(&mut self, t: f64) {
        let a = self.a;
        self.a = a * t.cos() - self.b * t.sin();
        self.b = a * t.sin() + self.b * t.cos();
        self.w[1] += 0.1 * t;
    }
    pub fn turned(mut self, t: f64) -> Self {
        self.turn(t);
        self
    }
}
#[differentiable]
impl std::ops::Add for Point {
    type Output = Point;
    fn add(self, o: Point) -> Point {
        Point {
            a: self.a + o.a,
            b: self.b + o.b,
            w: [self.w[0] - o.w[1], self.w[1] * o.w[0]],
        }
    }
}
#[derive(Clone, Copy, Debug, Differentiable)]
pub enum Shape {
    Disc(f64),
    Rect { w: f64, h: f64 },
    Dot,
}
#[differentiable]
impl Shape {
    pub fn pick(a: f64, b: f64) -> Shape {
        if a > 0.3 {
            Shape::Disc(a * b)
        } else if a > -0.4 {
            Shape::Rect { w: a, h: b }
        } else {
            Shape::Dot
        }
    }
    pub fn area(&self, s: f64) -> f64 {
        match self {
            Shape::Disc(r) => r * r * s,
            Shape::Rect { w, h } => w * h + s,
            Shape::Dot => s,
        }
    }
}
#[differentiable]
pub fn square(t: f64) -> f64 {
    t * t
}
#[differentiable]
pub fn quartic(t: f64) -> f64 {
    t * t * t + 0.5
}
#[differentiable]
pub fn mix(a: f64, b: f64) -> (f64, f64) {
    if a > b { (a * b, a) } else { (b.sin(), a - b) }
}
#[differentiable]
pub fn norm(v: &[f64]) -> f64 {
    (v.iter().map(|t| t * t).sum::<f64>() + 0.5).sqrt()
}
#[differentiable]
pub fn scale(v: &mut [f64], k: f64) {
    for t in v {
        *t *= k;
    }
}
#[differentiable]
pub fn apply<F: Fn(f64) -> f64>(g: F, t: f64) -> f64 {
    g(t) + g(0.5 * t)
}
#[derive(Clone, Debug, Differentiable)]
pub struct Net {
    pub w: Vec<f64>,
    pub b: f64,
    pub rows: Vec<Point>,
    pub gain: Option<f64>,
}
#[differentiable]
impl Net {
    pub fn new(a: f64, b: f64) -> Net {
        Net {
            w: vec![a, b, a * b, 0.3],
            b,
            rows: vec![Point::new(a, b); 2],
            gain: if a > 0.0 { Some(a) } else { None },
        }
    }
    pub fn apply(&self, x: &[f64]) -> f64 {
        let s: f64 = self.w.iter().zip(x).map(|(w, x)| w * x).sum();
        (s + self.b).tanh() * self.gain.unwrap_or(0.5)
    }
    pub fn step(&mut self, g: &[f64], lr: f64) {
        for (w, g) in self.w.iter_mut().zip(g) {
            *w -= lr * g;
        }
        self.b *= 1.0 - 0.1 * lr;
    }
    pub fn row(&self, i: usize) -> &Point {
        &self.rows[i % self.rows.len()]
    }
    pub fn weights(&self) -> &[f64] {
        &self.w
    }
    pub fn energy(&self) -> f64 {
        self.rows.iter().map(|r| r.energy(self.b)).sum()
    }
    pub fn add(&mut self, p: Point) -> usize {
        self.rows.push(p);
        self.rows.len()
    }
    pub fn with_b(mut self, b: f64) -> Self {
        self.b = b * 0.5;
        self
    }
}
#[differentiable]
pub trait Act {
    fn act(&self, t: f64) -> f64;
    fn twice(&self, t: f64) -> f64 {
        self.act(self.act(t))
    }
}
#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Leaky(pub f64);
#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Repeated {
    pub k: f64,
    pub n: usize,
}
#[differentiable]
impl Act for Leaky {
    fn act(&self, t: f64) -> f64 {
        if t > 0.0 { t } else { self.0 * t }
    }
}
#[differentiable]
impl Act for Repeated {
    fn act(&self, t: f64) -> f64 {
        let mut s = t;
        for _ in 0..self.n {
            s = (s * self.k).tanh();
        }
        s
    }
}
#[differentiable]
pub fn through<A: Act>(a: &A, t: f64) -> f64 {
    a.act(t) * a.twice(0.5 * t)
}
#[differentiable]
pub fn through_any(a: &dyn Act, t: f64) -> f64 {
    a.twice(t) + t
}
#[differentiable]
pub fn cubic<T: Real>(t: T) -> T {
    t * t * t - t
}
#[differentiable]
pub fn first_above(v: &[f64], t: f64) -> Option<f64> {
    let k = v.iter().position(|s| *s > t)?;
    let s = v.get(k + 1)?;
    Some(s * t + v[k])
}
#[differentiable]
pub fn root(a: f64) -> Result<f64, String> {
    if a < -0.6 {
        return Err(format!("{a}"));
    }
    Ok((a + 1.0).sqrt())
}
#[differentiable]
pub fn both(a: f64, b: f64) -> Result<f64, String> {
    let s = root(a)? * root(b)?;
    if s > 1.2 {
        Err("big".into())
    } else {
        Ok(s * a)
    }
}
#[differentiable]
pub fn bump(v: &mut f64, t: f64) -> f64 {
    let old = *v;
    *v = old * t + 0.1;
    old - t
}
#[differentiable]
pub fn prefix(v: &mut [f64]) -> f64 {
    for i in 1..v.len() {
        v[i] += 0.5 * v[i - 1];
    }
    v[v.len() - 1]
}
#[differentiable]
pub fn mean_of_squares<const N: usize>(v: &[f64; N]) -> f64 {
    let mut s = 0.0;
    for t in v {
        s += t * t;
    }
    s / N as f64
}
#[differentiable]
pub fn grow(v: &mut Vec<f64>, t: f64) {
    v.push(t);
    let n = v.len();
    if n > 5 {
        v[n - 2] *= t;
    }
}
#[differentiable]
pub fn power(t: f64, n: usize) -> f64 {
    if n == 0 { 1.0 } else { t * power(t, n - 1) }
}
#[differentiable]
pub fn every_other<'a>(v: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
    v.iter().step_by(2).map(|t| t * 0.7)
}
#[derive(Clone, Debug, Differentiable)]
pub enum Tree {
    Leaf(f64),
    Sum(Box<Tree>, Box<Tree>),
    Scaled { k: f64, of: Box<Tree> },
    Many(Vec<f64>),
}
#[differentiable]
impl Tree {
    pub fn eval(&self, t: f64) -> f64 {
        match self {
            Tree::Leaf(a) => a * t,
            Tree::Sum(a, b) => a.eval(t) + b.eval(a.eval(0.5)),
            Tree::Scaled { k, of } => k * of.eval(t + k),
            Tree::Many(v) => v.iter().map(|a| a * t).sum(),
        }
    }
    pub fn bump(&mut self, t: f64) {
        match self {
            Tree::Leaf(a) => *a += t,
            Tree::Sum(a, b) => {
                a.bump(t);
                b.bump(t * 0.5);
            }
            Tree::Scaled { k, .. } => *k *= t,
            Tree::Many(v) => v.push(t),
        }
    }
}
#[derive(Clone, Debug, Default, Differentiable)]
pub struct Stack {
    pub items: Vec<f64>,
    pub top: Option<f64>,
    pub count: usize,
}
#[differentiable]
impl Stack {
    pub fn push(&mut self, t: f64) -> &mut Self {
        self.items.push(t);
        self.top = Some(t);
        self.count += 1;
        self
    }
    pub fn pop(&mut self) -> Option<f64> {
        let t = self.items.pop();
        self.top = self.items.last().copied();
        t
    }
    pub fn peek(&self) -> Option<&f64> {
        self.items.last()
    }
    pub fn total(&self) -> f64 {
        self.items.iter().sum::<f64>() + self.top.unwrap_or(0.0) * self.count as f64
    }
    pub fn product(&mut self) -> Option<f64> {
        let a = self.pop()?;
        let b = self.pop()?;
        self.push(a * b);
        Some(a + b)
    }
    pub fn with(mut self, t: f64) -> Self {
        self.push(t);
        self
    }
}
#[differentiable]
pub fn repeat<F: FnMut(f64)>(n: usize, t: f64, mut f: F) {
    for k in 0..n {
        f(t + k as f64 * 0.1);
    }
}
#[differentiable]
pub fn folded<F: FnMut(f64, f64) -> f64>(v: &[f64], mut f: F) -> f64 {
    let mut s = 0.2;
    for t in v {
        s = f(s, *t);
    }
    s
}
#[differentiable]
pub fn each(v: &mut [f64], f: impl Fn(f64) -> f64) {
    for t in v.iter_mut() {
        *t = f(*t);
    }
}
#[differentiable]
pub fn after(f: impl Fn(f64) -> f64, g: impl Fn(f64) -> f64) -> impl Fn(f64) -> f64 {
    move |t| g(f(t))
}
#[differentiable]
pub fn largest(v: &[f64]) -> &f64 {
    let mut b = &v[0];
    for t in v {
        if t > b {
            b = t;
        }
    }
    b
}
#[differentiable]
pub fn halves(v: &[f64]) -> (&[f64], &[f64]) {
    v.split_at(v.len() / 2)
}
#[differentiable]
pub fn total(it: impl Iterator<Item = f64>) -> f64 {
    let mut s = 0.0;
    for t in it {
        s += t * t;
    }
    s
}
#[differentiable]
pub fn place_of_largest(v: &[f64]) -> usize {
    let mut k = 0;
    for i in 1..v.len() {
        if v[i] > v[k] {
            k = i;
        }
    }
    k
}
#[derive(Clone, Debug, Differentiable)]
pub struct Scaled<A> {
    pub inner: A,
    pub gain: f64,
}
#[differentiable]
impl<A: Act> Act for Scaled<A> {
    fn act(&self, t: f64) -> f64 {
        self.gain * self.inner.act(t)
    }
}
