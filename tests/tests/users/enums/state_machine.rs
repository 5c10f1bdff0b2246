use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
enum State {
    Flat { price: f64 },
    Long { entry: f64, size: f64 },
    Done(f64),
}

#[differentiable]
impl State {
    fn next(self, price: f64, threshold: f64) -> State {
        match self {
            State::Flat { price: last } if price > last * threshold => State::Long {
                entry: price,
                size: last / price,
            },
            State::Flat { .. } => State::Flat { price },
            State::Long { entry, size } if price > entry => State::Done(size * (price - entry)),
            long @ State::Long { .. } => long,
            State::Done(v) => State::Done(v),
        }
    }
}

#[differentiable]
fn profit(prices: &[f64], threshold: f64) -> f64 {
    let mut s = State::Flat { price: prices[0] };
    for &p in &prices[1..] {
        s = s.next(p, threshold);
    }
    match s {
        State::Done(v) => v,
        State::Long { entry, size } => size * (prices[prices.len() - 1] - entry),
        State::Flat { price } => 0.0 * price,
    }
}

#[test]
fn gradient_is_right() {
    for p in [
        [1.0, 1.02, 1.2, 1.1, 1.4],
        [1.0, 1.02, 1.2, 1.1, 1.05],
        [1.0, 0.9, 0.8, 0.7, 0.6],
    ] {
        let (dp, dt) = profit::gradient(&p, 1.1);
        assert_grad(|p| profit(p, 1.1), &p, &dp);
        assert_grad(|t| profit(&p, t[0]), &[1.1], &[dt]);
    }
}
