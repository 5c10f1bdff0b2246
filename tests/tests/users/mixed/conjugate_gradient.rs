use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn cg<F>(apply: F, b: &[f64], iters: usize) -> Vec<f64>
where
    F: Fn(&[f64]) -> Vec<f64>,
{
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    let mut x = vec![0.0; b.len()];
    let mut r = b.to_vec();
    let mut p = r.clone();
    let mut rs = dot(&r, &r);
    for _ in 0..iters {
        let ap = apply(&p);
        let alpha = rs / dot(&p, &ap);
        for i in 0..x.len() {
            x[i] += alpha * p[i];
            r[i] -= alpha * ap[i];
        }
        let next = dot(&r, &r);
        let beta = next / rs;
        p = r.iter().zip(&p).map(|(r, p)| r + beta * p).collect();
        rs = next;
    }
    x
}

#[differentiable]
fn f(stiffness: f64, b: &[f64]) -> f64 {
    let n = b.len();
    let x = cg(
        |v| {
            (0..n)
                .map(|i| {
                    let left = if i > 0 { v[i - 1] } else { 0.0 };
                    let right = if i + 1 < n { v[i + 1] } else { 0.0 };
                    (2.0 + stiffness) * v[i] - left - right
                })
                .collect()
        },
        b,
        2,
    );
    x.iter().map(|v| v.powi(2)).sum()
}

#[test]
fn gradient_is_right() {
    let b = [1.0, -0.5, 0.3, 0.8];
    let (ds, db) = f::gradient(0.7, &b);
    assert_grad(|s| f(s[0], &b), &[0.7], &[ds]);
    assert_grad(|b| f(0.7, b), &b, &db);
}
