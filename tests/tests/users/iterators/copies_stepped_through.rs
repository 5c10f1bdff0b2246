//! Copies of iterators in variables, which are asked for one item after the other, and turned round.

use pullback::differentiable;
use pullback_tests::check;

/// What follows each item, and the items below a bound.
#[differentiable]
fn beside_what_follows(x: &[f64]) -> f64 {
    let it = x.iter().copied();
    let mut ahead = it.clone().peekable();
    let mut sum = 0.0;
    while let Some(v) = ahead.next() {
        if let Some(w) = ahead.peek() {
            sum += v * w;
        }
    }
    let (below, above): (Vec<f64>, Vec<f64>) = it.partition(|v| *v < 0.3);
    sum + below.iter().sum::<f64>() * above.len() as f64
}

/// Runs of growing items, of the only copy.
#[differentiable]
fn runs(x: &[f64]) -> f64 {
    let it = x.iter().copied();
    let mut ahead = it.clone().peekable();
    let mut sum = 0.0;
    while let Some(v) = ahead.next() {
        let mut run = v;
        while let Some(w) = ahead.next_if(|w| *w > run / 4.0) {
            run += w * w;
        }
        sum += run.sin();
    }
    sum
}

#[differentiable]
fn both_ends(x: &[f64]) -> f64 {
    let it = x.iter();
    let mut back = it.clone().rev();
    let last = back.next().unwrap();
    let product: f64 = it.clone().product();
    let mut rest = it;
    let first = rest.next().unwrap();
    last * back.map(|v| v.exp()).sum::<f64>() + first * product + rest.sum::<f64>()
}

check!(
    copies_of_iterators_may_be_stepped_through,
    beside_what_follows(&[0.1, 0.5, -0.2, 0.9]),
    runs(&[0.1, 0.5, -0.2, 0.9]),
    both_ends(&[0.7, 0.5, -0.2, 0.9]),
);
