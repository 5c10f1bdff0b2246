use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn pair_energy(x: &[f64], y: &[f64]) -> f64 {
    let n = x.len();
    (0..n)
        .flat_map(|i| (i + 1..n).map(move |j| (i, j)))
        .filter(|&(i, j)| (i + j) % 3 != 0)
        .map(|(i, j)| {
            let d2 = (x[i] - x[j]).powi(2) + (y[i] - y[j]).powi(2);
            1.0 / d2.sqrt()
        })
        .sum()
}

#[test]
fn gradient_is_right() {
    let (x, y) = ([0.5, -1.2, 0.8, 2.0], [1.0, 0.3, 2.0, -0.4]);
    let (dx, dy) = pair_energy::gradient(&x, &y);
    assert_grad(|v| pair_energy(v, &y), &x, &dx);
    assert_grad(|v| pair_energy(&x, v), &y, &dy);
}
