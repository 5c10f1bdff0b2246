use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: [f64; 4], shift: f64) -> f64 {
    let sq = x.map(|v| v * v + shift);
    let diffs: [f64; 3] = std::array::from_fn(|i| sq[i + 1] - x[i]);
    let table: [[f64; 2]; 3] = std::array::from_fn(|i| [diffs[i], diffs[i] * shift]);
    table.iter().map(|[a, b]| a * b).sum::<f64>() + diffs.into_iter().map(f64::sin).sum::<f64>()
}

#[test]
fn gradient_is_right() {
    let x = [0.7, -0.3, 1.5, 0.4];
    let (dx, ds) = f::gradient(x, 0.6);
    assert_grad(|v| f([v[0], v[1], v[2], v[3]], 0.6), &x, &dx);
    assert_grad(|s| f(x, s[0]), &[0.6], &[ds]);
}
