use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Rect {
    w: f64,
    h: f64,
}

#[differentiable]
impl Rect {
    fn area(&self) -> f64 {
        self.w * self.h
    }
    fn perimeter(&self) -> f64 {
        2.0 * (self.w + self.h)
    }
}

#[differentiable]
impl Rect {
    fn compactness(&self) -> f64 {
        16.0 * self.area() / self.perimeter().powi(2)
    }

    fn square(side: f64) -> Rect {
        Rect { w: side, h: side }
    }

    fn scaled(&self, k: f64) -> Rect {
        Rect {
            w: self.w * k,
            h: self.h / k,
        }
    }
}

#[differentiable]
fn f(w: f64, k: f64) -> f64 {
    let r = Rect::square(w).scaled(k);
    r.compactness() + Rect::area(&r) * 0.1 + Rect::perimeter(&Rect { h: 1.0, ..r })
}

#[test]
fn gradient_is_right() {
    let (a, b) = f::gradient(1.3, 1.7);
    assert_grad(|v| f(v[0], v[1]), &[1.3, 1.7], &[a, b]);
}
