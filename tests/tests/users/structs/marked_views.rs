//! Structs of references with a marker, by constructors, and methods that give a value another marker.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::marker::PhantomData;

#[differentiable]
trait Link {
    fn inverse(eta: f64) -> f64;
}

struct Logit;
struct Log;

#[differentiable]
impl Link for Logit {
    fn inverse(eta: f64) -> f64 {
        1.0 / (1.0 + (-eta).exp())
    }
}

#[differentiable]
impl Link for Log {
    fn inverse(eta: f64) -> f64 {
        eta.exp()
    }
}

#[derive(Differentiable)]
struct Glm<'d, L> {
    x: &'d [f64],
    ridge: f64,
    link: PhantomData<L>,
}

#[differentiable]
impl<'d, L: Link> Glm<'d, L> {
    fn new(x: &'d [f64], ridge: f64) -> Self {
        let link = PhantomData;
        Glm { x, ridge, link }
    }
    fn loss(&self, beta: f64) -> f64 {
        let fit: f64 = self.x.iter().map(|x| L::inverse(x * beta)).sum();
        fit + self.ridge * beta * beta
    }
}

#[differentiable]
fn fitted(x: &[f64]) -> f64 {
    let of_logs: Glm<Log> = Glm::new(x, 0.5 * x[0]);
    Glm::<Logit>::new(x, x[1]).loss(x[0]) + of_logs.loss(x[1])
}

struct Dollars;
struct Euros;

trait Currency {
    const SYMBOL: &'static str;
}

impl Currency for Dollars {
    const SYMBOL: &'static str = "$";
}

impl Currency for Euros {
    const SYMBOL: &'static str = "EUR";
}

#[derive(Differentiable)]
struct Money<C> {
    amount: f64,
    currency: PhantomData<C>,
}

#[differentiable]
impl<C: Currency> Money<C> {
    fn new(amount: f64) -> Self {
        let currency = PhantomData;
        Money { amount, currency }
    }
    fn convert<D: Currency>(self, rate: f64) -> Money<D> {
        Money::<D>::new(self.amount * rate)
    }
    fn plus(self, other: Money<C>) -> Self {
        Money::new(self.amount + other.amount * C::SYMBOL.len() as f64)
    }
}

#[differentiable]
fn netted(x: &[f64]) -> f64 {
    let euros: Money<Euros> = Money::<Dollars>::new(x[0]).convert(x[1]);
    let total = euros.plus(Money::new(x[1]));
    total.amount * total.amount
}

#[test]
fn gradients_are_right() {
    for x in [[0.7, 1.3], [-0.4, 0.2]] {
        for _ in 0..2 {
            assert_grad(fitted, &x, &fitted::gradient(&x));
            assert_grad(netted, &x, &netted::gradient(&x));
        }
    }
}
