use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn thomas(a: &[f64], b: &[f64], c: &[f64], d: &mut [f64]) {
    let n = d.len();
    let mut cp = vec![0.0; n];
    cp[0] = c[0] / b[0];
    d[0] /= b[0];
    for i in 1..n {
        let m = b[i] - a[i] * cp[i - 1];
        cp[i] = c[i] / m;
        d[i] = (d[i] - a[i] * d[i - 1]) / m;
    }
    for i in (0..n - 1).rev() {
        d[i] -= cp[i] * d[i + 1];
    }
}
#[differentiable]
fn diffuse(u0: &[f64], r: f64) -> f64 {
    let n = u0.len();
    let (lo, di, up) = (vec![-r; n], vec![1.0 + 2.0 * r; n], vec![-r; n]);
    let mut u = u0.to_vec();
    for _ in 0..3 {
        thomas(&lo, &di, &up, &mut u);
    }
    u.iter()
        .enumerate()
        .map(|(i, v)| v * v * (i + 1) as f64)
        .sum()
}
#[test]
fn gradient_is_right() {
    let u = [0.1, 0.9, 0.4, -0.3];
    let (du, dr) = diffuse::gradient(&u, 0.4);
    assert_grad(|u| diffuse(u, 0.4), &u, &du);
    assert_grad(|r| diffuse(&u, r[0]), &[0.4], &[dr]);
}
