//! Deques whose type nobody writes, which give before they are given.

use crate::assert_grad;
use pullback::differentiable;
use std::collections::VecDeque;

#[differentiable]
fn moving_average(x: &[f64], window: usize) -> Vec<f64> {
    let mut recent = VecDeque::with_capacity(window);
    let mut sum = 0.0;
    let mut out = Vec::new();
    for &v in x {
        if recent.len() == window {
            sum -= recent.pop_front().unwrap();
        }
        recent.push_back(v);
        sum += v;
        out.push(sum / recent.len() as f64);
    }
    out
}

#[differentiable]
fn oldest(x: &[f64], gain: f64) -> f64 {
    let mut waiting = VecDeque::new();
    let mut done = 0.0;
    for (i, v) in x.iter().enumerate() {
        if i % 3 == 2 {
            if let Some(first) = waiting.pop_front() {
                done += gain * first;
            }
        }
        let scaled = v * gain;
        waiting.push_back(scaled);
    }
    done
}

#[differentiable]
fn all(p: &[f64]) -> f64 {
    let smooth = moving_average(p, 3);
    smooth.iter().map(|s| s * s).sum::<f64>() + oldest(p, p[1])
}

#[test]
fn gradient_is_right() {
    let p = [0.1, 0.9, 0.3, 1.4, 0.2, -0.6, 0.8];
    assert_grad(all, &p, &all::gradient(&p));
}
