use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn f(x: f64, y: f64) -> f64 {
    #[derive(Clone, Copy, Differentiable)]
    struct Local {
        a: f64,
        b: f64,
    }

    let l = Local { a: x * y, b: x };
    let m = Local { a: l.b, ..l };
    l.a * m.a + m.b.sin()
}

#[test]
fn gradient_is_right() {
    let (a, b) = f::gradient(0.4, 1.2);
    assert_grad(|v| f(v[0], v[1]), &[0.4, 1.2], &[a, b]);
}
