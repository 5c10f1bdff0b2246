use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn matvec<const R: usize, const C: usize>(m: &[[f64; C]; R], v: &[f64; C]) -> [f64; R] {
    std::array::from_fn(|i| {
        let mut s = 0.0;
        for j in 0..C {
            s += m[i][j] * v[j];
        }
        s
    })
}

#[differentiable]
fn f(m: &[[f64; 3]; 2], v: &[f64; 3]) -> f64 {
    let w = matvec(m, v);
    let t: [[f64; 2]; 3] = std::array::from_fn(|j| std::array::from_fn(|i| m[i][j]));
    let back = matvec::<3, 2>(&t, &w);
    back.iter().zip(v).map(|(a, b)| a * b.sin()).sum()
}

#[test]
fn gradient_is_right() {
    let m = [0.3, -1.7, 0.8, 1.1, 0.2, -0.5];
    let v = [1.0, 0.4, -0.6];
    let mk = |m: &[f64]| [[m[0], m[1], m[2]], [m[3], m[4], m[5]]];
    let (dm, dv) = f::gradient(&mk(&m), &v);
    assert_grad(|m| f(&mk(m), &v), &m, dm.as_flattened());
    assert_grad(|v| f(&mk(&m), &[v[0], v[1], v[2]]), &v, &dv);
}
