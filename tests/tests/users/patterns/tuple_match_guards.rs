use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn quadrant(x: f64, y: f64) -> f64 {
    match (x > 0.0, y > 0.0) {
        (true, true) => x * y,
        (true, false) => x - y * y,
        (false, true) if y > 1.0 => y.powi(3) + x,
        (false, _) => x.exp() + y,
    }
}

#[test]
fn gradient_is_right() {
    for p in [
        [0.5, 0.8],
        [0.5, -0.8],
        [-0.5, 1.8],
        [-0.5, 0.8],
        [-0.5, -0.3],
    ] {
        let (a, b) = quadrant::gradient(p[0], p[1]);
        assert_grad(|v| quadrant(v[0], v[1]), &p, &[a, b]);
    }
}
