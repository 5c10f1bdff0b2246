use crate::check;
use pullback::{Differentiable, differentiable};
#[differentiable]
trait Filter {
    fn step(&mut self, x: f64) -> f64;
    fn gain(&self) -> f64;
}
#[derive(Clone, Differentiable)]
struct Decay {
    s: f64,
    r: f64,
}
#[derive(Clone, Differentiable)]
struct Gain(f64);
#[differentiable]
impl Filter for Decay {
    fn step(&mut self, x: f64) -> f64 {
        self.s = self.r * self.s + x;
        self.s
    }
    fn gain(&self) -> f64 {
        self.r
    }
}
#[differentiable]
impl Filter for Gain {
    fn step(&mut self, x: f64) -> f64 {
        self.0 * x
    }
    fn gain(&self) -> f64 {
        self.0
    }
}
#[differentiable]
fn run(f: &mut dyn Filter, xs: &[f64]) -> f64 {
    let mut y = 0.0;
    for &x in xs {
        y += f.step(x) * f.gain();
    }
    y
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut fs: Vec<Box<dyn Filter>> =
        vec![Box::new(Decay { s: 0.1, r: x[0] }), Box::new(Gain(x[1]))];
    let mut b: Box<dyn Filter> = Box::new(Decay { s: x[1], r: x[2] });
    let mut total = 0.0;
    for f in fs.iter_mut() {
        total += run(&mut **f, x);
    }
    for f in &mut fs {
        total += run(f.as_mut(), x);
    }
    total += run(&mut *b, x);
    total += run(b.as_mut(), x);
    let mut plain = Decay { s: 0.4, r: x[1] };
    total += run(&mut plain, x);
    total
}

#[test]
fn gradient_is_right() {
    check(
        f,
        |x| f::gradient(x),
        &[&[0.3, 1.2, 0.7], &[-0.8, 0.2, -0.4]],
    );
}
