use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn det(a: &[[f64; 3]; 3]) -> f64 {
    let mut m = *a;
    let mut sign = 1.0;
    for k in 0..3 {
        let mut p = k;
        for i in k + 1..3 {
            if m[i][k].abs() > m[p][k].abs() {
                p = i;
            }
        }
        if p != k {
            m.swap(p, k);
            sign = -sign;
        }
        let pivot = m[k];
        for row in m.iter_mut().skip(k + 1) {
            let factor = row[k] / pivot[k];
            for (x, p) in row.iter_mut().zip(pivot.iter()).skip(k) {
                *x -= factor * p;
            }
        }
    }
    sign * m[0][0] * m[1][1] * m[2][2]
}

#[test]
fn gradient_is_right() {
    let v = [0.1, 2.0, -1.0, 1.5, 0.3, 0.4, -0.6, 0.9, 2.2];
    let mk = |v: &[f64]| [[v[0], v[1], v[2]], [v[3], v[4], v[5]], [v[6], v[7], v[8]]];
    let g = det::gradient(&mk(&v));
    assert_grad(|v| det(&mk(v)), &v, g.as_flattened());
}
