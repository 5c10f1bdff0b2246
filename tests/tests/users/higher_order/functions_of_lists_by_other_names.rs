//! Boxed functions of slices whose type has another name.

use crate::check;
use pullback::differentiable;

type Layer = Box<dyn Fn(&[f64]) -> Vec<f64>>;
type Rate = Box<dyn Fn(f64, &[f64]) -> Vec<f64>>;

#[differentiable]
fn dense(weights: Vec<f64>, inputs: usize) -> Layer {
    Box::new(move |x: &[f64]| {
        let rows = weights.chunks(inputs);
        rows.map(|row| row.iter().zip(x).map(|(w, x)| w * x).sum::<f64>())
            .collect()
    })
}

#[differentiable]
fn leaky(slope: f64) -> Layer {
    Box::new(move |x| x.iter().map(|v| v.max(slope * v)).collect())
}

#[differentiable]
fn network(w: &[f64]) -> f64 {
    let layers: Vec<Layer> = vec![
        dense(w[..4].to_vec(), 2),
        leaky(w[0]),
        dense(w[4..].to_vec(), 2),
    ];
    let out = layers.iter().fold(vec![w[1], 1.0], |x, layer| layer(&x));
    out[0]
}

#[differentiable]
fn decay(k: f64) -> Rate {
    Box::new(move |t, y| y.iter().map(|v| -k * v * (1.0 + t)).collect())
}

#[differentiable]
fn decayed(x: &[f64]) -> f64 {
    let rate = decay(x[0]);
    let mut y = x.to_vec();
    for i in 0..3 {
        let slopes = rate(0.1 * i as f64, &y);
        y.iter_mut().zip(&slopes).for_each(|(y, s)| *y += 0.1 * s);
    }
    y.iter().sum()
}

#[differentiable]
fn all(x: &[f64]) -> f64 {
    network(x) * decayed(x)
}

#[test]
fn gradient_is_right() {
    check(
        all,
        all::gradient,
        &[
            &[0.3, 0.6, -0.4, 1.2, 0.7, -0.3],
            &[0.3, -0.6, -0.4, 0.2, 0.7, 0.3],
        ],
    );
}
