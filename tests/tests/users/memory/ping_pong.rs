use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn heat(u0: &[f64], alpha: f64, steps: usize) -> f64 {
    let n = u0.len();
    let mut u = u0.to_vec();
    let mut next = vec![0.0; n];
    for _ in 0..steps {
        next[0] = u[0];
        next[n - 1] = u[n - 1];
        for i in 1..n - 1 {
            next[i] = u[i] + alpha * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
        }
        std::mem::swap(&mut u, &mut next);
    }
    u.iter().map(|x| x * x).sum()
}

#[test]
fn gradient_is_right() {
    let u = [0.3, 1.0, -0.7, 0.2, 0.9];
    let (du, da) = heat::gradient(&u, 0.2, 7);
    assert_grad(|u| heat(u, 0.2, 7), &u, &du);
    assert_grad(|a| heat(&u, a[0], 7), &[0.2], &[da]);
}
