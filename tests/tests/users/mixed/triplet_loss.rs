use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn sq_dist(a: &[f64], b: &[f64]) -> f64 {
    debug_assert_eq!(a.len(), b.len());
    a.iter().zip(b.iter()).map(|(x, y)| (x - y) * (x - y)).sum()
}

#[differentiable]
fn triplet(anchor: &[f64], others: &[(Vec<f64>, bool)], margin: f64) -> f64 {
    let (positives, negatives): (Vec<_>, Vec<_>) = others.iter().partition(|(_, same)| *same);
    let mut loss = 0.0;
    for (p, _) in &positives {
        for (n, _) in &negatives {
            loss += (sq_dist(anchor, p) - sq_dist(anchor, n) + margin).max(0.0);
        }
    }
    loss / (positives.len() * negatives.len()).max(1) as f64
}

#[test]
fn gradient_is_right() {
    let o = vec![
        (vec![0.2, 0.1], true),
        (vec![0.9, 0.8], false),
        (vec![0.3, -0.7], true),
        (vec![-0.5, 0.2], false),
    ];
    let a = [0.1, 0.05];
    let (da, _, dm) = triplet::gradient(&a, &o, 0.8);
    assert_grad(|a| triplet(a, &o, 0.8), &a, &da);
    assert_grad(|m| triplet(&a, &o, m[0]), &[0.8], &[dm]);
}
