use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::collections::VecDeque;

#[derive(Clone, Differentiable)]
struct Track {
    level: f64,
    samples: Vec<f64>,
}

#[differentiable]
fn elements(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    *v.last_mut().unwrap() = x[0] * x[1];
    *v.first_mut().unwrap() *= x[2];
    *v.get_mut(1).expect("three elements") -= v[0].sin();
    let mut queue: VecDeque<f64> = v.iter().copied().collect();
    *queue.back_mut().unwrap() += queue[1] * queue[1];
    v[0] * v[1] + v[2] * queue[2]
}

#[differentiable]
fn parts(x: &[f64]) -> f64 {
    let mut tracks: Vec<Track> = Vec::new();
    for (i, &v) in x.iter().enumerate() {
        if i % 2 == 0 {
            tracks.push(Track {
                level: v,
                samples: vec![v],
            });
        } else {
            tracks.last_mut().unwrap().level *= v;
        }
        tracks.last_mut().unwrap().samples.push(v * v);
        tracks.first_mut().unwrap().samples[0] += 0.5 * v;
    }
    tracks
        .iter()
        .map(|t| t.level * t.samples.iter().sum::<f64>())
        .sum()
}

#[test]
fn gradients_are_right() {
    let x = [0.7, 1.3, -0.4];
    assert_grad(elements, &x, &elements::gradient(&x));
    assert_grad(parts, &x, &parts::gradient(&x));
}
