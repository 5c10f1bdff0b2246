use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn invert(a: &mut [[f64; 3]; 3]) {
    for k in 0..3 {
        let p = a[k][k];
        a[k][k] = 1.0;
        for j in 0..3 {
            a[k][j] /= p;
        }
        for i in 0..3 {
            if i != k {
                let f = a[i][k];
                a[i][k] = 0.0;
                for j in 0..3 {
                    a[i][j] -= f * a[k][j];
                }
            }
        }
    }
}

#[differentiable]
fn f(v: &[f64; 9]) -> f64 {
    let mut m = [[0.0; 3]; 3];
    for (row, src) in m.iter_mut().zip(v.chunks(3)) {
        row.copy_from_slice(src);
    }
    invert(&mut m);
    m[0][1] * m[2][0] + m[1][1].powi(2)
}

#[test]
fn gradient_is_right() {
    let v = [2.0, 0.3, -0.5, 0.4, 1.5, 0.6, -0.2, 0.7, 3.0];
    assert_grad(|v| f(v.try_into().unwrap()), &v, &f::gradient(&v));
}
