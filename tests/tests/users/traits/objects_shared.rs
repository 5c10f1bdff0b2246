use crate::check;
use pullback::{Differentiable, differentiable};
use std::rc::Rc;
use std::sync::Arc;
#[differentiable]
trait Curve {
    fn rate(&self, t: f64) -> f64;
}
#[derive(Clone, Differentiable)]
struct Flat(f64);
#[derive(Clone, Differentiable)]
struct Slope {
    a: f64,
    b: f64,
}
#[differentiable]
impl Curve for Flat {
    fn rate(&self, _t: f64) -> f64 {
        self.0
    }
}
#[differentiable]
impl Curve for Slope {
    fn rate(&self, t: f64) -> f64 {
        self.a + self.b * t
    }
}
#[derive(Differentiable)]
struct Bond {
    coupon: f64,
    curve: Rc<dyn Curve>,
}
#[differentiable]
impl Bond {
    fn price(&self) -> f64 {
        let mut p = 0.0;
        for i in 1..4 {
            let t = i as f64;
            p += self.coupon * (-self.curve.rate(t) * t).exp();
        }
        p
    }
}
#[differentiable]
fn discount(c: &dyn Curve, t: f64) -> f64 {
    (-c.rate(t) * t).exp()
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let c: Rc<dyn Curve> = Rc::new(Slope { a: x[0], b: x[1] });
    let b = Bond {
        coupon: x[2],
        curve: Rc::clone(&c),
    };
    let d: Arc<dyn Curve> = Arc::new(Flat(x[1]));
    b.price() + c.rate(2.0) * d.rate(1.0) + discount(&*c, x[2]) + discount(d.as_ref(), 2.0)
}

#[test]
fn gradient_is_right() {
    check(
        f,
        |x| f::gradient(x),
        &[&[0.3, 1.2, 0.7], &[-0.8, 0.2, -0.4]],
    );
}
