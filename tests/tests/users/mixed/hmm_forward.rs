use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Hmm<const N: usize> {
    start: [f64; N],
    trans: [[f64; N]; N],
    /// probability of emitting `1`
    emit: [f64; N],
}

#[differentiable]
impl<const N: usize> Hmm<N> {
    fn emission(&self, state: usize, symbol: u8) -> f64 {
        match symbol {
            1 => self.emit[state],
            0 => 1.0 - self.emit[state],
            other => panic!("bad symbol {other}"),
        }
    }

    fn log_likelihood(&self, obs: &[u8]) -> f64 {
        let mut alpha: [f64; N] = std::array::from_fn(|i| self.start[i] * self.emission(i, obs[0]));
        let mut log_scale = 0.0;
        for &o in &obs[1..] {
            let scale: f64 = alpha.iter().sum();
            log_scale += scale.ln();
            let mut next = [0.0; N];
            for (j, slot) in next.iter_mut().enumerate() {
                let mut p = 0.0;
                for i in 0..N {
                    p += alpha[i] / scale * self.trans[i][j];
                }
                *slot = p * self.emission(j, o);
            }
            alpha = next;
        }
        log_scale + alpha.iter().sum::<f64>().ln()
    }
}

#[test]
fn gradient_is_right() {
    let make = |v: &[f64]| Hmm::<2> {
        start: [v[0], v[1]],
        trans: [[v[2], v[3]], [v[4], v[5]]],
        emit: [v[6], v[7]],
    };
    let v = [0.6, 0.4, 0.7, 0.3, 0.2, 0.8, 0.1, 0.9];
    let obs = [1, 0, 0, 1, 1];
    let g = make(&v).log_likelihood_gradient(&obs);
    let flat = [
        g.start[0],
        g.start[1],
        g.trans[0][0],
        g.trans[0][1],
        g.trans[1][0],
        g.trans[1][1],
        g.emit[0],
        g.emit[1],
    ];
    assert_grad(|v| make(v).log_likelihood(&obs), &v, &flat);
}
