use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Account {
    balance: f64,
    rate: f64,
}

#[differentiable]
impl Account {
    fn open(balance: f64, rate: f64) -> Self {
        Self { balance, rate }
    }

    fn interest(&self) -> f64 {
        self.balance * self.rate
    }

    fn accrue(&mut self) {
        self.balance += self.interest();
    }

    fn close(self) -> f64 {
        self.balance * 0.99
    }
}

#[differentiable]
fn after_years(balance: f64, rate: f64, years: u32) -> f64 {
    let mut acc = Account::open(balance, rate);
    for _ in 0..years {
        acc.accrue();
    }
    acc.close()
}

#[test]
fn gradient_is_right() {
    let (a, b) = after_years::gradient(100.0, 0.04, 5);
    assert_grad(|v| after_years(v[0], v[1], 5), &[100.0, 0.04], &[a, b]);
    let g = Account::open(100.0, 0.04).interest_gradient();
    assert!((g.balance - 0.04).abs() < 1e-12 && (g.rate - 100.0).abs() < 1e-12);
}
