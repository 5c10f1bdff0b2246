use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn matmul(a: &Vec<Vec<f64>>, b: &Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let (n, m, p) = (a.len(), b.len(), b[0].len());
    let mut c = vec![vec![0.0; p]; n];
    for i in 0..n {
        for j in 0..p {
            for k in 0..m {
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
    c
}

#[differentiable]
fn f(a: &Vec<Vec<f64>>) -> f64 {
    let sq = matmul(a, a);
    let mut t = 0.0;
    for (i, row) in sq.iter().enumerate() {
        t += row[i];
    }
    t + sq[0][1].sin()
}

#[test]
fn gradient_is_right() {
    let mk = |v: &[f64]| vec![vec![v[0], v[1]], vec![v[2], v[3]]];
    let v = [0.3, 1.0, -0.7, 0.4];
    let g = f::gradient(&mk(&v));
    assert_grad(|v| f(&mk(v)), &v, &g.concat());
}
