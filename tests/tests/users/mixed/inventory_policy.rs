use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Store {
    stock: f64,
    backlog: f64,
    orders: Vec<(usize, f64)>,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Policy {
    reorder_at: f64,
    up_to: f64,
    lead_time: usize,
}

#[differentiable]
impl Store {
    fn receive(&mut self, day: usize) {
        let mut i = 0;
        while i < self.orders.len() {
            if self.orders[i].0 == day {
                let (_, qty) = self.orders.swap_remove(i);
                self.stock += qty;
            } else {
                i += 1;
            }
        }
    }

    fn sell(&mut self, demand: f64) -> f64 {
        let wanted = demand + self.backlog;
        let sold = wanted.min(self.stock);
        self.stock -= sold;
        self.backlog = 0.5 * (wanted - sold);
        sold
    }

    fn reorder(&mut self, day: usize, p: &Policy) -> Option<f64> {
        let pipeline: f64 = self.orders.iter().map(|(_, q)| q).sum();
        let position = self.stock + pipeline;
        if position >= p.reorder_at {
            return None;
        }
        let qty = p.up_to - position;
        self.orders.push((day + p.lead_time, qty));
        Some(qty)
    }
}

#[differentiable]
fn profit(p: &Policy, demand: &[f64]) -> f64 {
    let mut s = Store {
        stock: p.up_to,
        backlog: 0.0,
        orders: vec![],
    };
    let mut total = 0.0;
    for (day, &d) in demand.iter().enumerate() {
        s.receive(day);
        total += 3.0 * s.sell(d) - 0.1 * s.stock;
        if let Some(q) = s.reorder(day, p) {
            total -= 1.0 + 1.5 * q;
        }
    }
    total - s.backlog.powi(2)
}

#[test]
fn gradient_is_right() {
    let d = [3.0, 4.1, 2.7, 6.3, 5.2, 1.9, 7.7];
    let p = Policy {
        reorder_at: 6.05,
        up_to: 10.02,
        lead_time: 2,
    };
    let (g, dd) = profit::gradient(&p, &d);
    assert_grad(
        |v| {
            profit(
                &Policy {
                    reorder_at: v[0],
                    up_to: v[1],
                    ..p
                },
                &d,
            )
        },
        &[6.05, 10.02],
        &[g.reorder_at, g.up_to],
    );
    assert_grad(|d| profit(&p, d), &d, &dd);
}
