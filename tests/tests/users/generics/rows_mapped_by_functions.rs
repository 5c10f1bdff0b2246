use crate::check;
use pullback::{Differentiable, differentiable};
#[differentiable]
fn softmax<const N: usize>(x: [f64; N]) -> [f64; N] {
    let m = x.iter().copied().fold(f64::MIN, f64::max);
    let e = x.map(|v| (v - m).exp());
    let z: f64 = e.iter().sum();
    e.map(|v| v / z)
}
#[differentiable]
fn norm<const N: usize>(x: &[f64; N]) -> f64 {
    x.iter().map(|v| v * v).sum::<f64>().sqrt()
}
#[differentiable]
fn total<const N: usize>(x: [f64; N]) -> f64 {
    x.iter().sum()
}
#[derive(Clone, Debug, Differentiable)]
struct Hmm<const S: usize, const O: usize> {
    trans: [[f64; S]; S],
    emit: [[f64; O]; S],
}
#[differentiable]
impl<const S: usize, const O: usize> Hmm<S, O> {
    fn from_logits(trans: [[f64; S]; S], emit: [[f64; O]; S]) -> Self {
        Hmm {
            trans: trans.map(softmax),
            emit: emit.map(|row| softmax(row)),
        }
    }
    fn norms(&self, k: f64) -> [f64; S] {
        let t = self.trans;
        t.map(|row| norm(&row) * k)
    }
    fn sums(&self) -> [f64; S] {
        let e = self.emit;
        e.map(total)
    }
    fn softer(&self, n: usize) -> Self {
        let mut t = self.trans;
        for _ in 0..n {
            t = t.map(|row| {
                let scaled = row.map(|v| v * 0.5);
                softmax(scaled)
            });
        }
        let emit: [[f64; O]; S] = self.emit.map(softmax);
        Hmm { trans: t, emit }
    }
    fn score(&self) -> f64 {
        let n = self.norms(2.0);
        let s = self.sums();
        (0..S)
            .map(|i| n[i] * s[i] * self.emit[i][0] + self.trans[i][S - 1].powi(2))
            .sum()
    }
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let h: Hmm<2, 3> = Hmm::from_logits(
        [[x[0], x[1]], [x[2], 0.3]],
        [[x[0], x[2], 1.0], [0.1, x[1] * x[2], x[0]]],
    );
    h.score() + h.softer(2).score() * x[1]
}

#[test]
fn gradients_are_right() {
    check(
        f,
        |x| f::gradient(x),
        &[&[0.3, 1.0, 2.0], &[-0.7, 0.4, 0.2]],
    );
}
