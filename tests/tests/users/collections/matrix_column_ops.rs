use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn transpose(m: &[Vec<f64>]) -> Vec<Vec<f64>> {
    if m.is_empty() {
        return Vec::new();
    }
    (0..m[0].len())
        .map(|j| m.iter().map(|row| row[j]).collect())
        .collect()
}

#[differentiable]
fn standardize(m: &mut Vec<Vec<f64>>) {
    let mut cols = transpose(m);
    for c in cols.iter_mut() {
        let n = c.len() as f64;
        let mean = c.iter().sum::<f64>() / n;
        let sd = (c.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n).sqrt();
        c.iter_mut().for_each(|x| *x = (*x - mean) / sd);
    }
    *m = transpose(&cols);
}

#[differentiable]
fn f(flat: &[f64]) -> f64 {
    let mut m: Vec<Vec<f64>> = flat.chunks(2).map(Vec::from).collect();
    standardize(&mut m);
    m.iter().map(|r| r[0] * r[1]).sum::<f64>() + m[0][0].exp()
}

#[test]
fn gradient_is_right() {
    let x = [0.5, 2.0, 1.4, -0.3, 0.9, 0.8];
    assert_grad(f, &x, &f::gradient(&x));
}
