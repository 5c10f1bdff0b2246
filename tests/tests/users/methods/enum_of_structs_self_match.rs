use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Hill {
    k: f64,
    n: f64,
}

#[derive(Clone, Copy, Debug, Differentiable)]
enum Response {
    Hill(Hill),
    Linear { slope: f64 },
    None,
}

#[differentiable]
impl Hill {
    fn of(&self, x: f64) -> f64 {
        let xn = x.powf(self.n);
        xn / (self.k.powf(self.n) + xn)
    }
}

#[differentiable]
impl Response {
    fn of(&self, x: f64) -> f64 {
        match self {
            Self::Hill(h) => h.of(x),
            Self::Linear { slope } => slope * x,
            Self::None => 0.0,
        }
    }

    fn cascade(&self, next: &Self, x: f64) -> f64 {
        next.of(self.of(x))
    }
}

#[differentiable]
fn f(k: f64, n: f64, slope: f64, x: f64) -> f64 {
    let a = Response::Hill(Hill { k, n });
    let b = Response::Linear { slope };
    a.cascade(&b, x) + b.cascade(&a, x) + Response::None.cascade(&a, x + 1.0).powi(2)
}

#[test]
fn gradient_is_right() {
    let v = [0.8, 2.0, 1.3, 0.7];
    let (a, b, c, d) = f::gradient(v[0], v[1], v[2], v[3]);
    assert_grad(|v| f(v[0], v[1], v[2], v[3]), &v, &[a, b, c, d]);
}
