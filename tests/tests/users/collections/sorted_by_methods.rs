//! Values that are put in order by what their methods give.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Instrument {
    Stock { price: f64, quantity: f64 },
    Bond { face: f64, rate: f64, years: u32 },
    Cash(f64),
}

#[differentiable]
impl Instrument {
    fn value(&self, r: f64) -> f64 {
        match self {
            Instrument::Stock { price, quantity } => price * quantity,
            Instrument::Bond { face, rate, years } => {
                let coupons = (1..=*years).map(|y| face * rate / (1.0 + r).powi(y as i32));
                coupons.sum::<f64>() + face / (1.0 + r).powi(*years as i32)
            }
            Instrument::Cash(c) => *c,
        }
    }

    fn is_liquid(&self) -> bool {
        matches!(self, Instrument::Stock { .. } | Instrument::Cash(_))
    }
}

fn book(x: &[f64]) -> Vec<Instrument> {
    vec![
        Instrument::Stock {
            price: x[0],
            quantity: 3.0,
        },
        Instrument::Bond {
            face: x[1],
            rate: 0.05,
            years: 3,
        },
        Instrument::Cash(1.5),
    ]
}

#[differentiable]
fn concentration(book: Vec<Instrument>, r: f64) -> f64 {
    let mut book = book;
    book.sort_by(|a, b| b.value(r).partial_cmp(&a.value(r)).unwrap());
    let top: f64 = book.iter().take(2).map(|i| i.value(r)).sum();
    let liquid: f64 = book
        .iter()
        .filter(|i| i.is_liquid())
        .map(|i| i.value(r))
        .sum();
    let weights: Vec<f64> = book.iter().map(|i| i.value(r) / top).collect();
    liquid * weights.iter().map(|w| w * w).sum::<f64>() * weights[0]
}

#[differentiable]
fn of_prices(x: &[f64]) -> f64 {
    let book = vec![
        Instrument::Stock {
            price: x[0],
            quantity: 3.0,
        },
        Instrument::Bond {
            face: x[1],
            rate: 0.05,
            years: 3,
        },
        Instrument::Cash(1.5),
    ];
    concentration(book, x[2])
}

/// What is assigned behind a block, or an index, is assigned.
#[differentiable]
fn tuples(x: &[f64]) -> f64 {
    let (mut a, mut b) = (x[0], x[1]);
    let mut s = 0.0;
    for i in 0..3 {
        if i % 2 == 0 {
            s += a;
        }
        (a, b) = (b, a * b);
        match i {
            0 => (a, b) = (b, a + s),
            _ => {}
        }
        [a, b] = [b, a];
        {
            s += 1.0;
        }
        (a, _) = (a * s, 0);
    }
    a * b + s
}

#[test]
fn gradients_are_right() {
    for x in [[1.3, 2.7, 0.04], [0.3, 4.7, 0.14], [0.1, 0.7, 0.02]] {
        let gradient = of_prices::gradient(&x);
        assert_grad(of_prices, &x, &gradient);
        assert_eq!(gradient, of_prices::gradient(&x));
        let (whole, r) = concentration::gradient(book(&x), x[2]);
        assert_eq!(whole.len(), 3);
        assert!((r - gradient[2]).abs() < 1e-12);
        assert_grad(tuples, &x, &tuples::gradient(&x));
    }
}
