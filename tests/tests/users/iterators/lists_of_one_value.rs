//! Lists that are written out where they are gone through: `[x; 3]`, `vec![x, y]`, and references to them.

use crate::check;
use pullback::differentiable;
use std::collections::VecDeque;

#[differentiable]
fn looped(x: &[f64]) -> f64 {
    let mut s = 1.0;
    for v in [x[0]; 3] {
        s += v * s;
    }
    for v in &[x[1]; 2] {
        s *= v + x[0];
    }
    for v in [x[1] * x[2]; 2].into_iter() {
        s += v * v;
    }
    for (i, v) in [x[2]; 3].iter().enumerate() {
        s += i as f64 * v;
    }
    s
}

#[differentiable]
fn beside(x: &[f64]) -> f64 {
    let by_value: f64 = x.iter().zip([x[0]; 3]).map(|(a, b)| a * b).sum();
    let lent: f64 = x.iter().zip(&[x[1]; 2]).map(|(a, b)| a * b * b).sum();
    let made: f64 = x.iter().zip(vec![x[2]; 3]).map(|(a, b)| a / b).sum();
    by_value * lent + made
}

#[differentiable]
fn behind(x: &[f64]) -> f64 {
    let all = x.iter().copied().chain([x[0]; 2]).chain(vec![x[1], 0.5]);
    let squares: f64 = all.map(|v| v * v).sum();
    let lent: f64 = x.iter().chain(&[x[2]; 2]).chain(&vec![x[0]; 2]).product();
    squares - lent
}

#[differentiable]
fn queued(x: &[f64]) -> f64 {
    let mut delay: VecDeque<f64> = VecDeque::with_capacity(3);
    delay.extend([0.0; 3]);
    let mut list = vec![x[0]];
    list.extend(vec![x[1]; 2]);
    let mut y = 0.0;
    for &v in x {
        delay.push_back(v * v);
        if let Some(old) = delay.pop_front() {
            y += old * v;
        }
    }
    delay.extend(&[x[0], y]);
    delay.extend([x[1]; 2]);
    delay.extend(vec![y, x[2]]);
    delay.iter().zip(&list).map(|(a, b)| a * b).sum::<f64>() + delay[5] * delay[6] * y
}

#[test]
fn gradients_are_right() {
    let points: [&[f64]; 2] = [&[0.3, 0.7, 1.2], &[1.6, -0.9, 0.2]];
    check(looped, |x| looped::gradient(x), &points);
    check(beside, |x| beside::gradient(x), &points);
    check(behind, |x| behind::gradient(x), &points);
    let points: [&[f64]; 2] = [&[0.3, 0.7, 1.2, 0.8, 1.1], &[1.6, -0.9, 0.2, 0.5, 0.4]];
    check(queued, |x| queued::gradient(x), &points);
}
