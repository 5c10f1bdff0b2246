//! The first or last element of a list in a field, copied where the list changes while the copy is there.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[derive(Clone, Copy, Differentiable)]
struct Order {
    price: f64,
    size: f64,
}

#[derive(Clone, Default, Differentiable)]
struct Book {
    bids: Vec<Order>,
    asks: Vec<Order>,
    fees: std::collections::VecDeque<f64>,
}

#[differentiable]
impl Book {
    fn cross(&mut self) -> f64 {
        let mut volume = 0.0;
        while let (Some(bid), Some(ask)) = (self.bids.first().copied(), self.asks.last().cloned()) {
            if bid.price < ask.price {
                break;
            }
            let traded = bid.size.min(ask.size);
            volume += traded * 0.5 * (bid.price + ask.price);
            self.bids[0].size -= traded;
            let at = self.asks.len() - 1;
            self.asks[at].size -= traded;
            self.bids.retain(|order| order.size > 1e-9);
            self.asks.retain(|order| order.size > 1e-9);
        }
        volume
    }

    fn charged(&mut self) -> f64 {
        let mut total = 0.0;
        while let Some(fee) = self.fees.front().copied() {
            self.fees.pop_front();
            let back = self.fees.back().copied();
            self.fees.clear();
            let Some(last) = back else {
                return total + fee * fee;
            };
            self.fees.push_back(last * fee);
            total += fee;
        }
        total
    }
}

#[differentiable]
fn traded(x: &[f64]) -> f64 {
    let bids = x
        .iter()
        .map(|&v| Order {
            price: v,
            size: v * v,
        })
        .collect();
    let asks = x
        .iter()
        .map(|&v| Order {
            price: 0.5 * v,
            size: v + 1.0,
        })
        .collect();
    let mut book = Book {
        bids,
        asks,
        fees: x.iter().copied().collect(),
    };
    book.cross() + book.charged()
}

#[differentiable]
fn chained(x: &[f64]) -> f64 {
    let chain = |part: &[f64]| {
        let mut hull: Vec<f64> = Vec::new();
        for &p in part {
            while hull.len() >= 2 && hull[hull.len() - 2] > p {
                hull.pop();
            }
            hull.push(p * p);
        }
        hull
    };
    let mut all = chain(x);
    all.extend(chain(&x[1..]));
    all.iter().enumerate().map(|(i, v)| i as f64 * v).sum()
}

check!(
    orders,
    traded(&[1.5, 2.1, 4.0]),
    traded(&[4.0, 0.5, 2.0]),
    traded(&[0.5])
);
check!(
    lists_that_closures_give,
    chained(&[1.5, 2.0, 1.4]),
    chained(&[0.5, 1.0, 0.2])
);
