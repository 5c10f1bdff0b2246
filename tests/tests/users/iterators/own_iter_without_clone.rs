//! Methods `iter` of the user's own, over items that have no `Clone`.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Differentiable)]
struct Sample {
    features: Vec<f64>,
    target: f64,
    label: &'static str,
}

#[derive(Differentiable)]
struct Dataset {
    samples: Vec<Sample>,
}

#[differentiable]
impl Dataset {
    fn iter(&self) -> impl Iterator<Item = &Sample> {
        self.samples.iter()
    }

    fn len(&self) -> usize {
        self.samples.len()
    }
}

#[differentiable]
fn error(data: &Dataset, w: &[f64], weight: f64) -> f64 {
    let fit: f64 = data
        .iter()
        .filter(|s| s.label != "skipped")
        .map(|s| {
            let y: f64 = s.features.iter().zip(w).map(|(a, b)| a * b).sum();
            (y - s.target).powi(2)
        })
        .sum();
    let mut farthest: f64 = 0.0;
    for s in data.iter() {
        farthest = farthest.max(s.target.abs());
    }
    fit / data.len() as f64 + weight * farthest
}

fn data(x: &[f64]) -> Dataset {
    let sample = |features: &[f64], target, label| Sample {
        features: features.to_vec(),
        target,
        label,
    };
    Dataset {
        samples: vec![
            sample(&x[..2], x[2], "first"),
            sample(&[3.0, 0.4], 1.5, "skipped"),
            sample(&[x[3], 0.7], 0.3, "last"),
        ],
    }
}

#[test]
fn items_are_copied_field_by_field() {
    let (x, w) = ([1.0, 2.0, 0.5, -1.0], [0.7, 1.2]);
    let (d_data, dw, d_weight) = error::gradient(&data(&x), &w, 0.3);
    assert_grad(|w| error(&data(&x), w, 0.3), &w, &dw);
    assert_grad(|k| error(&data(&x), &w, k[0]), &[0.3], &[d_weight]);
    let [first, skipped, last] = &d_data.samples[..] else {
        panic!("as many as there are samples");
    };
    let dx = [
        first.features[0],
        first.features[1],
        first.target,
        last.features[0],
    ];
    assert_grad(|x| error(&data(x), &w, 0.3), &x, &dx);
    assert_eq!(skipped.features, [0.0, 0.0]);
    assert_eq!(skipped.target, 0.3);
}
