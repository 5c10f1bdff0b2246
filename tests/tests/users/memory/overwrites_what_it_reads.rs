use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn gauss_seidel(a: &[f64], b: &[f64], sweeps: usize) -> f64 {
    let n = b.len();
    let mut x = vec![0.0; n];
    for _ in 0..sweeps {
        for i in 0..n {
            let mut s = b[i];
            for j in 0..n {
                if j != i {
                    s -= a[i * n + j] * x[j];
                }
            }
            x[i] = s / a[i * n + i];
        }
    }
    x.iter().sum::<f64>().powi(2)
}

#[test]
fn gradient_is_right() {
    let a = [3.0, 0.4, -0.3, 0.2, 2.5, 0.6, -0.1, 0.3, 2.0];
    let b = [1.0, -0.4, 0.7];
    let (da, db) = gauss_seidel::gradient(&a, &b, 4);
    assert_grad(|v| gauss_seidel(v, &b, 4), &a, &da);
    assert_grad(|v| gauss_seidel(&a, v, 4), &b, &db);
}
