use crate::check;
use pullback::{Differentiable, differentiable};
use std::collections::VecDeque;
#[derive(Clone, Debug, Differentiable)]
struct Biquad {
    b: [f64; 3],
    a: [f64; 2],
    z: [f64; 2],
}
#[differentiable]
impl Biquad {
    fn lowpass(w: f64, q: f64) -> Self {
        let (s, c) = w.sin_cos();
        let al = s / (2.0 * q);
        let a0 = 1.0 + al;
        Self {
            b: [(1.0 - c) / 2.0 / a0, (1.0 - c) / a0, (1.0 - c) / 2.0 / a0],
            a: [-2.0 * c / a0, (1.0 - al) / a0],
            z: [0.0; 2],
        }
    }
    fn process(&mut self, x: f64) -> f64 {
        let y = self.b[0] * x + self.z[0];
        self.z[0] = self.b[1] * x - self.a[0] * y + self.z[1];
        self.z[1] = self.b[2] * x - self.a[1] * y;
        y
    }
    fn reset(&mut self) -> &mut Self {
        self.z = [0.0; 2];
        self
    }
}
#[derive(Clone, Debug, Differentiable)]
struct Delay {
    buf: VecDeque<f64>,
    fb: f64,
}
#[differentiable]
impl Delay {
    fn new(n: usize, fb: f64) -> Self {
        Self {
            buf: std::iter::repeat(0.0).take(n).collect(),
            fb,
        }
    }
    fn process(&mut self, x: f64) -> f64 {
        let d = self.buf.pop_front().unwrap_or(0.0);
        let y = x + self.fb * d;
        self.buf.push_back(y);
        y
    }
}
#[derive(Clone, Debug, Differentiable)]
struct Chain {
    filters: Vec<Biquad>,
    delay: Delay,
    gain: f64,
}
#[differentiable]
impl Chain {
    fn process(&mut self, x: f64) -> f64 {
        let y = self.filters.iter_mut().fold(x, |acc, f| f.process(acc));
        self.gain * self.delay.process(y)
    }
    fn run(&mut self, xs: &[f64]) -> Vec<f64> {
        xs.iter().map(|&x| self.process(x)).collect()
    }
}
#[differentiable]
fn f(xs: &[f64], w: f64, q: f64, fb: f64) -> f64 {
    let mut c = Chain {
        filters: vec![Biquad::lowpass(w, q), Biquad::lowpass(2.0 * w, q)],
        delay: Delay::new(2, fb),
        gain: 0.8,
    };
    let y = c.run(xs);
    let mut single = Biquad::lowpass(w, q);
    single.process(xs[0]);
    let again = single.reset().process(xs[1]);
    y.iter().map(|v| v * v).sum::<f64>() + again
}
#[test]
fn gradient_is_right() {
    check(
        |v| f(&v[3..], v[0], v[1], v[2]),
        |v| {
            let (a, b, c, d) = f::gradient(&v[3..], v[0], v[1], v[2]);
            [vec![b, c, d], a].concat()
        },
        &[&[0.7, 1.0, 0.4, 0.3, 0.9, -0.3, 0.7]],
    );
}
