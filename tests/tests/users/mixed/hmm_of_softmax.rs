use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Hmm<const N: usize> {
    logits: [[f64; N]; N],
    means: [f64; N],
}

#[differentiable]
fn softmax<const N: usize>(v: [f64; N]) -> [f64; N] {
    let m = v.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let e = v.map(|x| (x - m).exp());
    let s = e.iter().sum::<f64>();
    e.map(|x| x / s)
}

#[differentiable]
impl<const N: usize> Hmm<N> {
    fn log_likelihood(&self, #[constant] obs: &[f64]) -> f64 {
        let trans = self.logits.map(softmax);
        let mut alpha = [1.0 / N as f64; N];
        let mut ll = 0.0;
        for &o in obs {
            let mut next = [0.0; N];
            for (j, slot) in next.iter_mut().enumerate() {
                let reach: f64 = (0..N).map(|i| alpha[i] * trans[i][j]).sum();
                *slot = reach * (-0.5 * (o - self.means[j]).powi(2)).exp();
            }
            let scale: f64 = next.iter().sum();
            ll += scale.ln();
            alpha = next.map(|a| a / scale);
        }
        ll
    }
}

#[test]
fn gradient_is_right() {
    let make = |v: &[f64]| Hmm::<3> {
        logits: std::array::from_fn(|i| std::array::from_fn(|j| v[3 * i + j])),
        means: [v[9], v[10], v[11]],
    };
    let v = [
        0.5, -0.1, 0.2, 0.0, 1.0, -0.4, 0.3, 0.2, 0.8, -1.0, 0.1, 1.3,
    ];
    let obs = [0.2, 1.4, -0.7, 0.9];
    let g = make(&v).log_likelihood_gradient(&obs);
    let flat: Vec<f64> = g.logits.iter().flatten().chain(&g.means).copied().collect();
    assert_grad(|v| make(v).log_likelihood(&obs), &v, &flat);
}
