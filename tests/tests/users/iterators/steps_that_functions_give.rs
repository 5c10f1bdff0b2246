//! Iterators that functions give, and lists that calls give away, asked for one item after the other.

use pullback::differentiable;
use pullback_tests::check;

#[differentiable]
fn returns(prices: &[f64]) -> impl Iterator<Item = f64> + '_ {
    prices
        .iter()
        .zip(prices.iter().skip(1))
        .map(|(a, b)| (b / a).ln())
}

#[differentiable]
fn squares(x: &[f64]) -> Vec<f64> {
    x.iter().map(|v| v * v).collect()
}

#[differentiable]
fn runs(prices: &[f64]) -> Vec<f64> {
    let mut runs = Vec::new();
    let mut steps = returns(prices).peekable();
    while let Some(first) = steps.next() {
        let mut run = first;
        while let Some(next) = steps.next_if(|next| (*next > 0.0) == (first > 0.0)) {
            run += next;
        }
        runs.push(run);
    }
    runs
}

#[differentiable]
fn longest(prices: &[f64]) -> f64 {
    let runs = runs(prices);
    runs.iter()
        .enumerate()
        .map(|(i, run)| run * run / (1 + i) as f64)
        .sum()
}

#[differentiable]
fn first_and_rest(prices: &[f64]) -> f64 {
    let mut steps = returns(prices);
    let Some(first) = steps.next() else {
        return prices[0];
    };
    let mut total = 0.0;
    while let Some(step) = steps.next() {
        if step < 0.0 {
            continue;
        }
        total += step * first;
    }
    let weight = |k: f64| {
        let mut again = returns(prices);
        again.next().unwrap_or(k) * k
    };
    total + weight(first) + weight(2.0)
}

#[differentiable]
fn given_away(x: &[f64]) -> f64 {
    let mut items = squares(x).into_iter();
    let mut total = 0.0;
    while let Some(v) = items.next() {
        total += v.sin();
    }
    for v in squares(&x[1..]).into_iter() {
        total *= v;
    }
    total
}

check!(
    peeked_at,
    longest(&[1.0, 1.1, 1.3, 0.9, 0.8, 1.2]),
    longest(&[1.0, 2.0]),
    longest(&[1.0])
);
check!(
    asked,
    first_and_rest(&[1.0, 1.1, 1.3, 0.9, 0.8, 1.2]),
    first_and_rest(&[2.0])
);
check!(consumed, given_away(&[0.5, 1.3, 0.7]));
