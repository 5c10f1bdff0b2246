use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Buffer<const N: usize> {
    data: [f64; N],
    head: usize,
}

#[differentiable]
impl<const N: usize> Buffer<N> {
    const LEN: usize = N;

    fn new(fill: f64) -> Self {
        Self {
            data: [fill; N],
            head: 0,
        }
    }

    fn push(&mut self, x: f64) -> f64 {
        let old = self.data[self.head];
        self.data[self.head] = x;
        self.head = (self.head + 1) % Self::LEN;
        old
    }

    fn mean(&self) -> f64 {
        self.data.iter().sum::<f64>() / N as f64
    }
}

#[differentiable]
fn moving(xs: &[f64], fill: f64) -> f64 {
    let mut buf = Buffer::<3>::new(fill);
    let mut out = 0.0;
    for &x in xs {
        let dropped = buf.push(x);
        out += buf.mean() * buf.mean() - 0.1 * dropped * x;
    }
    out
}

#[test]
fn gradient_is_right() {
    let x = [0.4, -1.0, 2.0, 0.7, 1.5];
    let (dx, df) = moving::gradient(&x, 0.2);
    assert_grad(|x| moving(x, 0.2), &x, &dx);
    assert_grad(|f| moving(&x, f[0]), &[0.2], &[df]);
}
