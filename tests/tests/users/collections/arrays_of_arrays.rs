use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn det3(m: &[[f64; 3]; 3]) -> f64 {
    m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
        - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
}

#[differentiable]
fn f(v: &[f64]) -> f64 {
    let mut m = [[0.0; 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            m[i][j] = v[3 * i + j];
        }
    }
    let mut t = m;
    for i in 0..3 {
        for j in 0..3 {
            t[j][i] = m[i][j] + if i == j { 1.0 } else { 0.0 };
        }
    }
    det3(&m) * det3(&t)
}

#[test]
fn gradient_is_right() {
    let v = [0.3, 1.0, -0.7, 0.4, 0.9, 0.2, -0.5, 0.6, 1.1];
    assert_grad(f, &v, &f::gradient(&v));
}
