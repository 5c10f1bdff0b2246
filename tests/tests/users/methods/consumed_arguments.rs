//! Arguments that are no `Copy`, consumed by methods that take nothing else.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Account {
    deposits: Vec<f64>,
    rate: f64,
}

#[differentiable]
impl Account {
    fn total(self) -> f64 {
        self.deposits.into_iter().sum::<f64>() * self.rate
    }

    fn at_rate(mut self, factor: f64) -> Account {
        self.rate *= factor;
        self
    }

    fn largest(&self) -> f64 {
        self.deposits.iter().copied().fold(f64::MIN, f64::max)
    }
}

#[differentiable]
fn closed(account: Account) -> f64 {
    account.total()
}

#[differentiable]
fn closed_after_a_look(account: Account, factor: f64) -> f64 {
    let largest = account.largest();
    if largest > 2.0 {
        return account.at_rate(factor).total();
    }
    account.total() * largest * factor
}

fn account(x: &[f64]) -> Account {
    Account {
        deposits: x[..2].to_vec(),
        rate: x[2],
    }
}

fn flat(account: AccountTangent, factor: Option<f64>) -> Vec<f64> {
    let own = [account.rate].into_iter().chain(factor);
    account.deposits.into_iter().chain(own).collect()
}

#[test]
fn arguments_may_be_consumed() {
    for x in [[0.5, 0.7, 1.2, 1.1], [2.5, 0.7, 1.2, 1.1]] {
        let dx = flat(closed::gradient(account(&x)), None);
        assert_grad(|x| closed(account(x)), &x[..3], &dx);
        let (d_account, d_factor) = closed_after_a_look::gradient(account(&x), x[3]);
        let dx = flat(d_account, Some(d_factor));
        assert_grad(|x| closed_after_a_look(account(x), x[3]), &x, &dx);
    }
}
