use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn survivors(mass: &[f64], decay: f64) -> f64 {
    let mut live: Vec<(usize, f64)> = mass.iter().copied().enumerate().collect();
    for round in 0..4 {
        for (_, m) in live.iter_mut() {
            *m *= decay;
        }
        live.retain(|(_, m)| *m > 0.2);
        if round == 1 {
            live.insert(0, (99, decay * 0.9));
        }
    }
    live.iter()
        .map(|&(i, m)| m * m * (i as f64 + 1.0).sqrt())
        .sum()
}
#[test]
fn gradient_is_right() {
    let m = [0.3, 1.0, 0.7, 2.0];
    let (dm, dd) = survivors::gradient(&m, 0.8);
    assert_grad(|m| survivors(m, 0.8), &m, &dm);
    assert_grad(|d| survivors(&m, d[0]), &[0.8], &[dd]);
}
