use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: f64, y: f64) -> f64 {
    if x < 0.0 {
        return y * y;
    }
    let z = x.sqrt() * y;
    if z > 10.0 {
        return 10.0 + (z - 10.0) * 0.1;
    } else if z < -10.0 {
        return -10.0;
    }
    for i in 1..5 {
        if z * i as f64 > 5.0 {
            return z * x;
        }
    }
    z + x
}

#[test]
fn gradient_is_right() {
    for p in [[-1.0, 0.4], [4.0, 7.0], [4.0, -7.0], [4.0, 0.9], [1.0, 0.3]] {
        let (a, b) = f::gradient(p[0], p[1]);
        assert_grad(|v| f(v[0], v[1]), &p, &[a, b]);
    }
}
