use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn row(m: &[f64], rank: usize, i: usize) -> &[f64] {
    &m[i * rank..(i + 1) * rank]
}
#[differentiable]
fn mf_loss(
    users: &[f64],
    items: &[f64],
    rank: usize,
    #[constant] ratings: &[(usize, usize, f64)],
    lambda: f64,
) -> f64 {
    let mut loss = 0.0;
    for &(u, i, r) in ratings {
        let pred: f64 = row(users, rank, u)
            .iter()
            .zip(row(items, rank, i))
            .map(|(a, b)| a * b)
            .sum();
        loss += (pred - r).powi(2);
    }
    loss + lambda * users.iter().chain(items).map(|v| v * v).sum::<f64>()
}
#[test]
fn gradient_is_right() {
    let (u, i) = ([0.1, 0.5, -0.3, 0.8], [0.4, 0.2, 0.9, -0.6]);
    let r = [(0, 0, 1.0), (1, 1, -0.5), (0, 1, 0.3)];
    let (du, di, dl) = mf_loss::gradient(&u, &i, 2, &r, 0.1);
    assert_grad(|u| mf_loss(u, &i, 2, &r, 0.1), &u, &du);
    assert_grad(|i| mf_loss(&u, i, 2, &r, 0.1), &i, &di);
    assert_grad(|l| mf_loss(&u, &i, 2, &r, l[0]), &[0.1], &[dl]);
}
