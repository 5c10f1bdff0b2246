use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::f64::consts::TAU;
#[derive(Clone, Copy, Debug, Differentiable)]
struct Constituent {
    amplitude: f64,
    phase: f64,
    #[constant]
    speed: f64,
}
#[derive(Clone, Debug, Differentiable)]
struct Station<const N: usize> {
    mean: f64,
    parts: [Constituent; N],
}
const SPEEDS: [f64; 3] = [28.984, 30.0, 15.041];
#[differentiable]
impl<const N: usize> Station<N> {
    fn height(&self, hours: f64) -> f64 {
        self.mean
            + self
                .parts
                .iter()
                .map(|c| c.amplitude * (c.speed.to_radians() * hours - c.phase).cos())
                .sum::<f64>()
    }
    fn high_waters(&self, hours: std::ops::Range<usize>) -> Vec<(usize, f64)> {
        let h: Vec<f64> = hours.clone().map(|t| self.height(t as f64)).collect();
        h.windows(3)
            .zip(hours.skip(1))
            .filter_map(|(w, t)| match w {
                [a, b, c] if b > a && b >= c => {
                    let curvature = a - 2.0 * b + c;
                    let shift = 0.5 * (a - c) / curvature;
                    Some((t, b - 0.25 * (a - c) * shift))
                }
                _ => None,
            })
            .collect()
    }
}
#[differentiable]
fn range_of_tide(p: &[f64]) -> f64 {
    let parts: [Constituent; 3] = std::array::from_fn(|i| Constituent {
        amplitude: p[1 + 2 * i],
        phase: p[2 + 2 * i] % TAU,
        speed: SPEEDS[i],
    });
    let st = Station { mean: p[0], parts };
    let highs = st.high_waters(0..40);
    let Some((first, top)) = highs
        .iter()
        .copied()
        .max_by(|x, y| x.1.partial_cmp(&y.1).unwrap())
    else {
        return 0.0;
    };
    let mean_high = highs.iter().map(|&(_, h)| h).sum::<f64>() / highs.len() as f64;
    top * top - mean_high + first as f64 * 0.01 * top
}

#[test]
fn gradients_are_right() {
    let points: &[&[f64]] = &[
        &[1.0, 2.0, 0.3, 0.7, 1.0, 0.4, 2.0],
        &[0.5, 0.1, 7.0, 1.7, 0.2, 0.9, 0.1],
    ];
    let functions = [(
        range_of_tide as fn(&[f64]) -> f64,
        range_of_tide::gradient as fn(&[f64]) -> Vec<f64>,
    )];
    for (f, gradient) in functions {
        for p in points {
            assert_grad(f, p, &gradient(p));
            assert_grad(f, p, &gradient(p));
        }
    }
}
