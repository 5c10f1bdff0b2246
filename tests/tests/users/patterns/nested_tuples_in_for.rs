use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(pts: &[(f64, (f64, f64))], w: f64) -> f64 {
    let mut s = 0.0;
    for (i, (a, (b, c))) in pts.iter().enumerate() {
        s += a * b.powi(i as i32) - w * c;
    }
    for &(a, (_, c)) in pts {
        s += a * c;
    }
    s
}

#[test]
fn gradient_is_right() {
    let mk = |v: &[f64]| {
        v.chunks(3)
            .map(|c| (c[0], (c[1], c[2])))
            .collect::<Vec<_>>()
    };
    let v = [0.3, 1.0, -0.7, 0.4, 2.0, 0.9];
    let (dp, dw) = f::gradient(&mk(&v), 1.3);
    let flat: Vec<f64> = dp.iter().flat_map(|&(a, (b, c))| [a, b, c]).collect();
    assert_grad(|v| f(&mk(v), 1.3), &v, &flat);
    assert_grad(|k| f(&mk(&v), k[0]), &[1.3], &[dw]);
}
