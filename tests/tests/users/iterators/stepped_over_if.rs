//! `next_if` and `next_if_eq`, and what is left of an iterator as an argument.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn merged(a: &[f64], b: &[f64]) -> f64 {
    let mut left = a.iter().peekable();
    let mut right = b.iter().copied().peekable();
    let mut all = vec![];
    while let Some(x) = left.next() {
        while let Some(y) = right.next_if(|y| y < x) {
            all.push(2.0 * y);
        }
        all.push(*x);
        if let Some(z) = left.next_if(|z| **z > 0.5) {
            all.push(z * z);
        }
    }
    all.extend(right);
    all.iter()
        .zip(1..)
        .map(|(v, rank)| v * (rank as f64).sqrt())
        .sum()
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Dose {
    at: f64,
    amount: f64,
}

#[differentiable]
fn given(doses: &[Dose], rate: f64) -> f64 {
    let mut pending = doses.iter().peekable();
    let (mut gut, mut blood, mut skipped) = (0.0, 0.1, 0);
    for step in 0..5 {
        let t = 0.5 * f64::from(step);
        while pending.next_if(|d| d.amount > 5.0).is_some() {
            skipped += 1;
        }
        while let Some(Dose { at, amount }) = pending.next_if(|Dose { at, .. }| *at <= t) {
            *(if *amount > 1.5 { &mut gut } else { &mut blood }) += amount * (1.0 + t - at);
        }
        let moved = rate * gut;
        gut -= moved;
        blood = 0.9 * blood + moved * f64::from(skipped + 1);
    }
    blood
}

#[differentiable]
fn runs(letters: &[u8], weights: &[f64]) -> f64 {
    let mut it = letters.iter().peekable();
    let mut sum = 0.0;
    while let Some(letter) = it.next() {
        let mut length = 1;
        while it.next_if_eq(&letter).is_some() {
            length += 1;
        }
        sum += weights[*letter as usize].powi(length);
    }
    sum
}

#[test]
fn gradients_are_right() {
    for (a, b) in [
        ([0.3, 0.2, 0.7], [0.1, 0.25, 0.9]),
        ([0.6, 0.8, 0.1], [0.7, 0.5, 2.0]),
    ] {
        let (da, db) = merged::gradient(&a, &b);
        assert_grad(|a| merged(a, &b), &a, &da);
        assert_grad(|b| merged(&a, b), &b, &db);
    }
    let doses = |v: &[f64]| -> Vec<Dose> {
        v.chunks(2)
            .map(|c| Dose {
                at: c[0],
                amount: c[1],
            })
            .collect()
    };
    let x = [0.2, 1.0, 0.6, 2.0, 1.4, 7.0, 1.1, 3.0];
    let (by_doses, by_rate) = given::gradient(&doses(&x), 0.3);
    let flat: Vec<f64> = by_doses.iter().flat_map(|d| [d.at, d.amount]).collect();
    assert_grad(|x| given(&doses(x), 0.3), &x, &flat);
    assert_grad(|r| given(&doses(&x), r[0]), &[0.3], &[by_rate]);
    let letters = [1, 1, 0, 2, 2, 2, 1];
    let weights = [1.1, 0.4, 0.9];
    assert_grad(
        |w| runs(&letters, w),
        &weights,
        &runs::gradient(&letters, &weights),
    );
}
