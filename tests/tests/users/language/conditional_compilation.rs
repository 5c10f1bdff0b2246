use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn f(x: f64, y: f64) -> f64 {
    #[cfg(test)]
    let x = x * y;
    #[cfg(not(test))]
    let x = "it does not matter";
    let mut s = x;
    #[cfg(miri)]
    {
        s *= 3.0;
    }
    #[cfg(not(miri))]
    if s > 0.0 {
        s *= x;
    }
    match s > 1.0 {
        #[cfg(miri)]
        true => s.sin(),
        #[cfg(test)]
        true => s.sqrt(),
        _ => s,
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Gain {
    k: f64,
}

#[differentiable]
impl Gain {
    #[cfg(test)]
    fn apply(&self, x: f64) -> f64 {
        self.k * x
    }

    #[cfg(not(test))]
    fn apply(&self, x: f64) -> f64 {
        x
    }

    fn twice(&self, x: f64) -> f64 {
        let y = self.apply(x);
        #[cfg(test)]
        let y = self.apply(y * y);
        y
    }
}

#[differentiable]
fn g(k: f64, x: f64) -> f64 {
    Gain { k }.twice(x)
}

#[test]
fn gradient_is_right() {
    for p in [[0.5, 0.7], [1.5, 2.0], [-0.5, 0.7]] {
        let (a, b) = f::gradient(p[0], p[1]);
        assert_grad(|v| f(v[0], v[1]), &p, &[a, b]);
        let (a, b) = g::gradient(p[0], p[1]);
        assert_grad(|v| g(v[0], v[1]), &p, &[a, b]);
    }
}
