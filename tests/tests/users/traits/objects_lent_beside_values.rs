use crate::check;
use pullback::{Differentiable, Real, differentiable};
use std::ops::Deref;
#[differentiable]
trait Map<T: Real> {
    fn at(&self, x: T) -> T;
}
#[derive(Clone, Differentiable)]
struct Lin<T> {
    a: T,
}
#[differentiable]
impl<T: Real + Differentiable> Map<T> for Lin<T> {
    fn at(&self, x: T) -> T {
        self.a * x
    }
}
#[differentiable]
trait Small {
    fn at(&self, x: f32) -> f32;
    fn bump(&mut self, x: f32);
}
#[derive(Clone, Differentiable)]
struct S32 {
    a: f32,
}
#[differentiable]
impl Small for S32 {
    fn at(&self, x: f32) -> f32 {
        self.a * x * x
    }
    fn bump(&mut self, x: f32) {
        self.a *= x;
    }
}
#[differentiable]
fn use32(s: &dyn Small, x: f32) -> f32 {
    s.at(x) + s.at(1.0)
}
#[differentiable]
fn bump32(s: &mut dyn Small, x: f32) {
    s.bump(x);
    s.bump(0.5);
}
#[derive(Clone, Differentiable)]
struct W {
    inner: Vec<f64>,
    other: f64,
}
impl Deref for W {
    type Target = Vec<f64>;
    fn deref(&self) -> &Vec<f64> {
        &self.inner
    }
}
#[differentiable]
fn total(x: &[f64]) -> f64 {
    x.iter().map(|v| v * v).sum()
}
#[differentiable]
fn twice(x: &f64) -> f64 {
    2.0 * x * x
}
#[differentiable]
fn length(s: &str, x: f64) -> f64 {
    s.len() as f64 * x
}
#[derive(Clone, Differentiable)]
struct Holder {
    b: Box<f64>,
    n: String,
    v: Vec<f64>,
    next: Option<Box<Holder>>,
}
#[differentiable]
fn deep(h: &Holder) -> f64 {
    let mut t = twice(&*h.b) + twice(h.b.as_ref()) + length(&*h.n, *h.b) + total(h.v.as_ref());
    if let Some(n) = &h.next {
        t += deep(&**n) + deep(n.as_ref()) * 0.1;
    }
    if let Some(n) = h.next.as_ref() {
        t += deep(n);
    }
    t
}
#[differentiable]
fn gener<T: Real + Differentiable>(m: &impl Map<T>, x: T) -> T {
    m.at(x) * m.at(x)
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut s: Box<dyn Small> = Box::new(S32 { a: x[0] as f32 });
    let a = use32(&*s, x[1] as f32);
    bump32(&mut *s, x[2] as f32);
    bump32(s.as_mut(), 1.5);
    let h = Holder {
        b: Box::new(x[0]),
        n: "abc".into(),
        v: x.to_vec(),
        next: Some(Box::new(Holder {
            b: Box::new(x[2]),
            n: "q".into(),
            v: vec![],
            next: None,
        })),
    };
    deep(&h) + gener(&Lin { a: x[1] }, x[0]) + ((a + use32(s.as_ref(), 0.5)) as f64) * 0.0
}
#[differentiable]
fn g(a: f32, x: f32) -> f32 {
    let mut s: Box<dyn Small> = Box::new(S32 { a });
    bump32(&mut *s, x);
    bump32(s.as_mut(), 1.5);
    use32(&*s, x)
}

#[test]
fn gradient_is_right() {
    check(
        f,
        |x| f::gradient(x),
        &[&[0.3, 1.2, 0.7], &[0.8, 0.55, -0.4]],
    );
    // g = 0.375 a x (x² + 1)
    assert_eq!(g::gradient(2.0, 3.0), (11.25, 21.0));
}
