use crate::check;
use pullback::{Differentiable, differentiable};
#[differentiable]
trait Model {
    fn predict(&self, x: f64) -> f64;
    fn tag(&self) -> &str {
        "m"
    }
    fn order(&self) -> usize {
        3
    }
}
#[derive(Clone, Differentiable)]
struct Lin(f64);
#[differentiable]
impl Model for Lin {
    fn predict(&self, x: f64) -> f64 {
        self.0 * x
    }
}
#[derive(Clone, Differentiable)]
struct P {
    a: f64,
    b: Vec<f64>,
}
#[derive(Differentiable)]
struct S {
    m: Box<dyn Model>,
    p: Option<P>,
    q: Box<P>,
    #[constant]
    c: Box<dyn Model>,
    o: Option<Box<dyn Model>>,
}
#[differentiable]
fn loss(m: &dyn Model, x: f64) -> f64 {
    m.predict(x) * m.order() as f64
}
#[differentiable]
fn opt(p: Option<&P>, x: f64) -> f64 {
    match p {
        Some(p) => p.a * x + p.b[0],
        None => x,
    }
}
#[differentiable]
fn plain(p: &P, x: f64) -> f64 {
    p.a * x + p.b[1]
}
#[differentiable]
fn change(p: &mut P, x: f64) {
    p.a *= x;
    p.b[0] += p.a;
}
#[differentiable]
impl S {
    fn total(&self, x: f64) -> f64 {
        let mut t = loss(self.m.as_ref(), x)
            + loss(&*self.m, x * x)
            + opt(self.p.as_ref(), x)
            + plain(&self.q, x)
            + plain(&*self.q, x)
            + plain(self.q.as_ref(), x);
        if let Some(m) = &self.o {
            t += loss(m.as_ref(), x) * loss(&**m, x);
        }
        t + loss(self.c.as_ref(), x) + loss(&*self.c, x)
    }
    fn grow(&mut self, x: f64) {
        change(&mut *self.q, x);
        change(self.q.as_mut(), x);
        change(&mut self.q, x);
    }
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut s = S {
        m: Box::new(Lin(x[0])),
        p: Some(P {
            a: x[1],
            b: vec![x[2]],
        }),
        q: Box::new(P {
            a: x[0],
            b: vec![x[1], x[2]],
        }),
        c: Box::new(Lin(2.0)),
        o: Some(Box::new(Lin(x[2]))),
    };
    let a = s.total(x[1]);
    s.grow(x[2]);
    s.p = None;
    let b = Box::new(Lin(x[0]));
    a + s.total(x[0])
}

#[test]
fn gradient_is_right() {
    check(
        f,
        |x| f::gradient(x),
        &[&[0.3, 1.2, 0.7], &[-0.8, 0.2, -0.4]],
    );
}
