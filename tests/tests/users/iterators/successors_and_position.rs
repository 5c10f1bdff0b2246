use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x0: f64, grid: &[f64]) -> f64 {
    let orbit: f64 = std::iter::successors(Some(x0), |x| Some(0.5 * x + 1.0))
        .take(5)
        .sum();
    let i = grid.iter().position(|g| *g > x0).unwrap_or(grid.len() - 1);
    let all_pos = grid.iter().all(|g| *g > 0.0);
    let any_big = grid.iter().any(|&g| g > 10.0);
    let base = grid[i] * orbit;
    if all_pos && !any_big { base } else { -base }
}

#[test]
fn gradient_is_right() {
    let g = [0.2, 0.6, 1.4];
    let (dx, dg) = f::gradient(0.5, &g);
    assert_grad(|v| f(v[0], &g), &[0.5], &[dx]);
    assert_grad(|v| f(0.5, v), &g, &dg);
}
