use crate::check;
use pullback::differentiable;

#[differentiable]
fn transposed(a: &[[f64; 3]; 2]) -> f64 {
    let t: [[f64; 2]; 3] = std::array::from_fn(|i| std::array::from_fn(|j| a[j][i]));
    t.iter().map(|row| row[0] * row[1]).sum::<f64>() + t[1][0] * t[2][1]
}

#[differentiable]
fn mixed<const N: usize>(a: &[[f64; N]; N]) -> f64 {
    let t: [[f64; N]; N] = std::array::from_fn(|i| std::array::from_fn(|j| a[j][i] * a[i][j]));
    let cube: [[[f64; 2]; 3]; 2] = std::array::from_fn(|i| {
        std::array::from_fn(|j| std::array::from_fn(|k| t[0][0] * (i + j * k) as f64))
    });
    t[0][1] * t[N - 1][0] + cube[1][2][1]
}

#[test]
fn gradients_are_right() {
    let point = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let rows = |x: &[f64]| [[x[0], x[1], x[2]], [x[3], x[4], x[5]]];
    let f = |x: &[f64]| transposed(&rows(x));
    check(f, |x| transposed::gradient(&rows(x)).concat(), &[&point]);
    let rows = |x: &[f64]| [[x[0], x[1]], [x[2], x[3]]];
    let f = |x: &[f64]| mixed(&rows(x));
    check(f, |x| mixed::gradient(&rows(x)).concat(), &[&point[..4]]);
}
