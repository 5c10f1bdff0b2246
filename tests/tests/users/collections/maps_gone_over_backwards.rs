use crate::check;
use pullback::differentiable;
use std::collections::BTreeMap;

/// The best levels of a book, from either end.
#[differentiable]
fn best(orders: &[f64]) -> f64 {
    let mut book: BTreeMap<usize, f64> = BTreeMap::new();
    for (i, quantity) in orders.iter().enumerate() {
        *book.entry(100 + i * 7 % 3).or_insert(0.0) += quantity * quantity;
    }
    let bids: f64 = book
        .iter()
        .rev()
        .take(2)
        .map(|(price, q)| *price as f64 * q * q)
        .sum();
    let last: f64 = book.values().rev().take(1).sum();
    let mut decayed = 0.0;
    for (price, q) in book.iter().rev() {
        decayed = decayed * 0.5 + q / *price as f64;
    }
    for (_, q) in book.range(101..).rev().take(2) {
        decayed = decayed * 0.5 + q.sin();
    }
    bids * 0.01 + last * decayed
}

#[differentiable]
fn of_numbers(x: &[f64]) -> f64 {
    let places: BTreeMap<usize, usize> = (0..x.len()).map(|i| (i * 7 % 5, i)).collect();
    let keys: f64 = places.keys().rev().take(2).map(|k| x[*k % x.len()]).sum();
    keys * places
        .iter()
        .rev()
        .take(2)
        .map(|(k, i)| x[*i] * *k as f64)
        .sum::<f64>()
}

#[test]
fn gradients_are_right() {
    let points: [&[f64]; 2] = [&[0.5, 1.2, 0.7, 0.3, 2.2], &[0.15, 0.6, -0.35, 0.9]];
    check(best, |x| best::gradient(x), &points);
    check(of_numbers, |x| of_numbers::gradient(x), &points);
}
