use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: f64, y: f64) -> f64 {
    let a = if x > y { x } else { y };
    let b = if a > 1.0 {
        let t = a - 1.0;
        t * t
    } else if a > 0.0 {
        a.sin()
    } else {
        -a
    };
    (if b > 0.1 { b } else { 0.1 }) * {
        let c = x + y;
        c * c
    }
}

#[test]
fn gradient_is_right() {
    for p in [[1.5, 0.4], [0.2, 0.7], [-0.5, -0.7], [-0.02, -0.05]] {
        let (a, b) = f::gradient(p[0], p[1]);
        assert_grad(|v| f(v[0], v[1]), &p, &[a, b]);
    }
}
