use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn of_literals(x: &[f64]) -> f64 {
    let k = x[0];
    let m = [[x[0], x[1]], [x[2], x[3]]].map(|row| row.map(f64::sin));
    let n = [[x[0], x[1]], [x[2], x[3]]].map(|row| row.map(|v| v * k));
    m[0][0] * m[1][1] - n[0][1] * n[1][0]
}

#[differentiable]
fn of_variables(x: &[f64]) -> f64 {
    let k = x[0];
    let m = [[x[0], x[1]], [x[2], x[3]]];
    let n = m.map(|row| row.map(|v| v * k));
    let sums = n.map(|row| row.iter().sum::<f64>());
    m[0][0] * n[1][1] - m[0][1] * n[1][0] + sums[0].sin()
}

/// Of lengths that are not known here.
#[differentiable]
fn activated<const R: usize, const C: usize>(m: [[f64; C]; R]) -> [[f64; C]; R] {
    m.map(|row| row.map(|v| v.tanh()))
}

#[differentiable]
fn normalised(m: &[[f64; 2]; 2]) -> [[f64; 2]; 2] {
    m.map(|row| {
        let sum: f64 = row.iter().sum();
        row.map(|v| v / sum)
    })
}

#[differentiable]
fn of_parameters(x: &[f64]) -> f64 {
    let a = activated([[x[0], x[1]], [x[2], x[3]]]);
    let b = normalised(&a);
    a[0][0] * b[1][1] + b[0][1].exp()
}

#[test]
fn gradient_is_right() {
    let x = [0.6, 1.4, 0.7, 2.0];
    for _ in 0..2 {
        assert_grad(|x| of_literals(x), &x, &of_literals::gradient(&x));
        assert_grad(|x| of_variables(x), &x, &of_variables::gradient(&x));
        assert_grad(|x| of_parameters(x), &x, &of_parameters::gradient(&x));
    }
}
