use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn resample(weights: &[f64], particles: &[f64]) -> Vec<f64> {
    let mean: f64 = weights.iter().zip(particles).map(|(w, p)| w * p).sum();
    particles.iter().map(|p| 0.5 * p + 0.5 * mean).collect()
}
#[differentiable]
fn filter(drift: f64, noise: f64, #[constant] obs: &[f64], #[constant] eps: &[[f64; 3]]) -> f64 {
    let mut particles = vec![-0.5, 0.0, 0.5];
    let mut ll = 0.0;
    for (o, e) in obs.iter().zip(eps) {
        for (p, z) in particles.iter_mut().zip(e) {
            *p = drift * *p + noise * z;
        }
        let mut w: Vec<f64> = particles.iter().map(|p| (-(o - p).powi(2)).exp()).collect();
        let total: f64 = w.iter().sum();
        w.iter_mut().for_each(|w| *w /= total);
        ll += total.ln();
        particles = resample(&w, &particles);
    }
    ll
}
#[test]
fn gradient_is_right() {
    let o = [0.1, 0.5, 0.3];
    let e = [[0.2, -0.1, 0.4], [0.9, 0.1, -0.3], [0.0, -0.7, 0.5]];
    let (a, b) = filter::gradient(0.8, 0.3, &o, &e);
    assert_grad(|v| filter(v[0], v[1], &o, &e), &[0.8, 0.3], &[a, b]);
}
