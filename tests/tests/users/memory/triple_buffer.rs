use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn wave(u0: &[f64], c: f64, steps: usize) -> f64 {
    let n = u0.len();
    let (mut prev, mut cur, mut next) = (u0.to_vec(), u0.to_vec(), vec![0.0; n]);
    for _ in 0..steps {
        for i in 0..n {
            let left = cur[(i + n - 1) % n];
            let right = cur[(i + 1) % n];
            next[i] = 2.0 * cur[i] - prev[i] + c * c * (left - 2.0 * cur[i] + right);
        }
        let spare = std::mem::replace(
            &mut prev,
            std::mem::replace(&mut cur, std::mem::take(&mut next)),
        );
        next = spare;
    }
    cur.iter().zip(prev.iter()).map(|(a, b)| a * b).sum()
}

#[test]
fn gradient_is_right() {
    let u = [0.3, 1.0, -0.7, 0.2];
    let (du, dc) = wave::gradient(&u, 0.4, 6);
    assert_grad(|u| wave(u, 0.4, 6), &u, &du);
    assert_grad(|c| wave(&u, c[0], 6), &[0.4], &[dc]);
}
