use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    let x: f64 = x + 1.0;
    let x = {
        let x = x * x;
        x - 1.0
    };
    let y;
    if x > 2.0 {
        y = x.ln();
    } else {
        y = x;
    }
    let z: &f64 = &y;
    let w = *z as f64;
    let () = ();
    let _ = w.exp();
    let _ignored = w;
    return w * x;
}

#[test]
fn gradient_is_right() {
    for x in [0.1, 1.4] {
        assert_grad(|v| f(v[0]), &[x], &[f::gradient(x)]);
    }
}
