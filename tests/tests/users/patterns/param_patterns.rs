use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn dist((x0, y0): (f64, f64), [x1, y1]: [f64; 2]) -> f64 {
    (x1 - x0).hypot(y1 - y0)
}

#[differentiable]
fn weighted(&(w, x): &(f64, f64), _unused: f64) -> f64 {
    w * x
}

#[differentiable]
fn f(p: [f64; 4]) -> f64 {
    let [a, b, c, d] = p;
    dist((a, b), [c, d]) + weighted(&(a, d), c)
}

#[test]
fn gradient_is_right() {
    let p = [0.1, 0.7, 1.5, -0.6];
    assert_grad(|v| f([v[0], v[1], v[2], v[3]]), &p, &f::gradient(p));
    let (a, b) = weighted::gradient(&(2.0, 3.0), 4.0);
    assert_eq!((a, b), ((3.0, 2.0), 0.0));
}
