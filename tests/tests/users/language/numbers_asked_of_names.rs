use crate::assert_grad;
use pullback::differentiable;
use std::collections::{BTreeMap, HashSet};

#[differentiable]
fn grouped(x: &[f64], labels: &[&str]) -> f64 {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for label in labels {
        *counts.entry(label).or_insert(0) += 1;
    }
    let mut s = 0.0;
    for (v, label) in x.iter().zip(labels) {
        s += v * v / counts[label] as f64;
    }
    let distinct: HashSet<&&str> = labels.iter().collect();
    s * distinct.len() as f64
}

#[differentiable]
fn worded(w: f64, text: &str) -> f64 {
    let longest = text.split(' ').max_by_key(|t| t.len()).unwrap_or("");
    let words: Vec<&str> = text.split(' ').collect();
    w * longest.len() as f64 + (w * words.len() as f64).sin()
}

#[test]
fn gradient_is_right() {
    let x = [0.1, 0.5, 0.9];
    for labels in [["a", "b", "a"], ["a", "b", "c"]] {
        for _ in 0..2 {
            assert_grad(|x| grouped(x, &labels), &x, &grouped::gradient(&x, &labels));
        }
    }
    for text in ["ab cde f", ""] {
        assert_grad(
            |w| worded(w[0], text),
            &[0.3],
            &[worded::gradient(0.3, text)],
        );
    }
}
