use crate::check;
use pullback::{Differentiable, differentiable};
#[differentiable]
trait Mode {
    fn flow(&self, y: f64, t: f64) -> f64;
    fn done(&self, y: f64) -> bool;
    fn next(&self, y: f64) -> Box<dyn Mode>;
}
#[derive(Clone, Differentiable)]
struct Heat {
    k: f64,
    hi: f64,
}
#[derive(Clone, Differentiable)]
struct Cool {
    k: f64,
    lo: f64,
}
#[differentiable]
impl Mode for Heat {
    fn flow(&self, y: f64, _t: f64) -> f64 {
        self.k * (3.0 - y)
    }
    fn done(&self, y: f64) -> bool {
        y > self.hi
    }
    fn next(&self, y: f64) -> Box<dyn Mode> {
        Box::new(Cool {
            k: self.k * 0.5 + 0.01 * y,
            lo: 0.4,
        })
    }
}
#[differentiable]
impl Mode for Cool {
    fn flow(&self, y: f64, t: f64) -> f64 {
        -self.k * y + 0.01 * t
    }
    fn done(&self, y: f64) -> bool {
        y < self.lo
    }
    fn next(&self, _y: f64) -> Box<dyn Mode> {
        Box::new(Heat { k: self.k, hi: 1.5 })
    }
}
#[differentiable]
fn simulate(mut mode: Box<dyn Mode>, y0: f64, n: usize) -> f64 {
    let mut y = y0;
    let mut acc = 0.0;
    for i in 0..n {
        y += 0.2 * mode.flow(y, i as f64 * 0.2);
        if mode.done(y) {
            mode = mode.next(y);
        }
        acc += y;
    }
    acc
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    simulate(Box::new(Heat { k: x[0], hi: x[1] }), x[2], 25)
}

#[test]
fn gradient_is_right() {
    check(
        f,
        |x| f::gradient(x),
        &[&[0.9, 1.2, 0.7], &[0.8, 1.6, -0.4]],
    );
}
