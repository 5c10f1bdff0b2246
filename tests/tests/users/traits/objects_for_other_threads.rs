use crate::check;
use pullback::{Differentiable, differentiable};
use std::sync::Arc;
#[differentiable]
trait Base {
    fn scale(&self) -> f64;
}
#[differentiable]
trait Model: Send + Sync {
    fn predict(&self, x: f64) -> f64;
    fn learn(&mut self, x: f64) -> f64 {
        x
    }
    fn next(&self) -> Box<dyn Model + Send + Sync>;
}
#[differentiable]
trait Plain {
    fn at(&self, x: f64) -> f64;
    fn push(&mut self, x: f64);
}
#[derive(Clone, Differentiable)]
struct Linear {
    a: f64,
    b: f64,
}
#[derive(Clone, Differentiable)]
struct Expo(f64);
#[differentiable]
impl Base for Linear {
    fn scale(&self) -> f64 {
        self.a
    }
}
#[differentiable]
impl Base for Expo {
    fn scale(&self) -> f64 {
        self.0 * self.0
    }
}
#[differentiable]
impl Model for Linear {
    fn predict(&self, x: f64) -> f64 {
        self.a * x + self.b
    }
    fn learn(&mut self, x: f64) -> f64 {
        self.a += x;
        self.b
    }
    fn next(&self) -> Box<dyn Model + Send + Sync> {
        Box::new(Expo(self.b))
    }
}
#[differentiable]
impl Model for Expo {
    fn predict(&self, x: f64) -> f64 {
        (self.0 * x).exp()
    }
    fn next(&self) -> Box<dyn Model + Send + Sync> {
        Box::new(self.clone())
    }
}
#[differentiable]
impl Plain for Linear {
    fn at(&self, x: f64) -> f64 {
        self.a * x * x + self.b
    }
    fn push(&mut self, x: f64) {
        self.b = self.b.sin() * x;
    }
}
#[differentiable]
fn loss(p: &dyn Plain, x: f64) -> f64 {
    p.at(x) - p.at(0.5) * x
}
#[differentiable]
fn shift(p: &mut dyn Plain, x: f64) -> f64 {
    p.push(x);
    p.at(x)
}
#[derive(Clone, Differentiable)]
struct Ens {
    ms: Vec<Arc<dyn Model + Send + Sync>>,
    w: Vec<f64>,
}
#[differentiable]
impl Ens {
    fn predict(&self, x: f64) -> f64 {
        self.ms
            .iter()
            .zip(&self.w)
            .map(|(m, w)| w * m.predict(x))
            .sum()
    }
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let e = Ens {
        ms: vec![Arc::new(Linear { a: x[0], b: x[1] }), Arc::new(Expo(x[2]))],
        w: vec![0.5, x[0]],
    };
    let mut c = e.clone();
    c.w[0] = x[1] * c.w[1];
    let mut t = 0.0;
    let mut boxed: Vec<Box<dyn Model + Send>> =
        vec![Box::new(Linear { a: x[2], b: x[1] }), Box::new(Expo(x[1]))];
    for m in boxed.iter_mut() {
        t += m.learn(x[0]) * m.predict(x[1]) + m.next().predict(0.2);
    }
    let mut p: Box<dyn Plain + Send + Sync> = Box::new(Linear { a: x[1], b: x[0] });
    t += loss(&*p, x[2]);
    for i in 0..3 {
        t += shift(&mut *p, x[i]) + shift(p.as_mut(), 0.3);
    }
    e.predict(x[1]) + c.predict(x[2]) + t + loss(p.as_ref(), x[1])
}

#[test]
fn gradient_is_right() {
    check(
        f,
        |x| f::gradient(x),
        &[&[0.3, 1.2, 0.7], &[-0.8, 0.2, -0.4]],
    );
}
