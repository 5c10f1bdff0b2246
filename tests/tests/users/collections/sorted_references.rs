use crate::check;
use pullback::{Differentiable, differentiable};

type Term = (f64, usize);

#[differentiable]
fn in_order(terms: &[(f64, usize)]) -> f64 {
    let mut sorted: Vec<&(f64, usize)> = terms.iter().collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut total = 0.0;
    for (i, (x, n)) in sorted.iter().enumerate() {
        total += x.powi(*n as i32) * (i + 1) as f64;
    }
    for (x, n) in sorted {
        total *= 1.0 + 0.1 * x.powi(*n as i32);
    }
    total
}

#[differentiable]
fn kept(terms: &[Term]) -> f64 {
    let mut kept: Vec<_> = terms.iter().filter(|t| t.1 > 0).collect();
    kept.reverse();
    let (x, n) = kept[0];
    let &(y, m) = kept[kept.len() - 1];
    let borrowed: f64 = kept.iter().map(|&(x, n)| x.powi(*n as i32)).sum();
    let copied: f64 = kept.iter().map(|&&(x, n)| x / n as f64).sum();
    let moved: f64 = kept.into_iter().map(|(x, n)| x.sin() * *n as f64).sum();
    x.powi(*n as i32) * y * m as f64 + borrowed * copied + moved
}

#[differentiable]
fn chosen(terms: &[(f64, usize)], backwards: bool) -> f64 {
    let items: Vec<&(f64, usize)> = if backwards {
        terms.iter().rev().collect()
    } else {
        terms.iter().filter(|t| t.1 != 1).collect()
    };
    let mut total = 1.0;
    for term in items {
        let (x, n) = term;
        total = total * x + *n as f64;
    }
    total
}

#[derive(Clone, Differentiable)]
struct Trade {
    day: u32,
    lot: (f64, f64),
    side: char,
}

#[differentiable]
fn settled(trades: &[Trade]) -> f64 {
    let mut by_day = trades.iter().collect::<Vec<_>>();
    by_day.sort_by_key(|t| t.day);
    let mut cash = 1.0;
    for Trade {
        lot: (amount, price),
        side,
        ..
    } in by_day
    {
        cash = match side {
            'b' => cash * 1.01 - amount * price,
            _ => cash * 1.02 + amount * price,
        };
    }
    cash
}

#[differentiable]
fn traded(x: &[f64]) -> f64 {
    let trades: Vec<Trade> = x
        .chunks_exact(2)
        .enumerate()
        .map(|(i, lot)| Trade {
            day: 7 * i as u32 % 5,
            lot: (lot[0], lot[1]),
            side: if i % 2 == 0 { 'b' } else { 's' },
        })
        .collect();
    settled(&trades)
}

#[test]
fn gradients_are_right() {
    let terms = |x: &[f64]| -> Vec<Term> { x.iter().copied().zip([2, 1, 3, 0]).collect() };
    let floats = |d: Vec<(f64, ())>| d.into_iter().map(|(d, ())| d).collect::<Vec<f64>>();
    let points: [&[f64]; 2] = [&[0.5, 2.0, 1.1, 0.3], &[-0.3, 0.4, 0.2, 0.7]];
    check(
        |x| in_order(&terms(x)),
        |x| floats(in_order::gradient(&terms(x))),
        &points,
    );
    check(
        |x| kept(&terms(x)),
        |x| floats(kept::gradient(&terms(x))),
        &points,
    );
    for backwards in [false, true] {
        check(
            |x| chosen(&terms(x), backwards),
            |x| floats(chosen::gradient(&terms(x), backwards)),
            &points,
        );
    }
    check(traded, |x| traded::gradient(x), &points);
}
