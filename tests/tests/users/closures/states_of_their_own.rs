//! `move` closures of iterators that change what they hold, which nothing else asks for.

use pullback::differentiable;
use pullback_tests::check;

/// Weights by a generator of pseudo-random numbers.
#[differentiable]
fn weighted(x: &[f64]) -> f64 {
    let mut seed = 42u64;
    x.iter()
        .map(move |v| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1);
            v * (seed >> 33) as f64 / 2f64.powi(31)
        })
        .sum()
}

#[differentiable]
fn smoothed(x: &[f64], alpha: f64) -> f64 {
    let mut state: Option<f64> = None;
    let averages = x.iter().map(move |v| {
        let next = match state {
            Some(last) => alpha * v + (1.0 - alpha) * last,
            None => *v,
        };
        state = Some(next);
        next
    });
    averages.map(|v| v * v).sum()
}

/// Beside others, in a loop and in a block.
#[differentiable]
fn in_blocks(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..2 {
        let mut last = x[i];
        let steps: Vec<f64> = x
            .iter()
            .skip(1)
            .map(move |v| {
                let step = v - last;
                last = *v;
                step * step
            })
            .collect();
        let kept = {
            let mut n = 0;
            x.iter()
                .filter(move |_| {
                    n += 1;
                    n % 2 == 0
                })
                .sum::<f64>()
        };
        sum += steps.iter().sum::<f64>() * kept;
    }
    sum
}

check!(
    closures_may_own_their_states,
    weighted(&[0.1, 0.5, -0.2, 0.9]),
    smoothed(&[0.1, 0.5, -0.2, 0.9], 0.3),
    in_blocks(&[0.1, 0.5, -0.2, 0.9]),
);
