use crate::assert_grad;
use pullback::differentiable;

use std::collections::{BTreeMap, HashMap, HashSet};

#[differentiable]
fn f(x: &[f64], names: &[&str]) -> f64 {
    let index: HashMap<&str, usize> = names.iter().enumerate().map(|(i, n)| (*n, i)).collect();
    let n = x.len();
    let powers: BTreeMap<usize, i32> = (0..n).map(|i| (i, i as i32 + 1)).collect();
    let marked = HashSet::from([0, 2]);
    let mut total = 0.0;
    for name in ["c", "a", "z", "a"] {
        if let Some(&i) = index.get(name) {
            total += x[i] * x[(i + 1) % x.len()];
        }
    }
    for (k, p) in &powers {
        if marked.contains(k) {
            total += x[*k].powi(*p);
        }
    }
    for k in &marked {
        total *= 1.0 + x[*k] * x[*k];
    }
    total
}

#[test]
fn gradient_is_right() {
    let x = [0.3, 1.0, 0.7];
    for names in [["a", "b", "c"], ["c", "q", "r"], ["p", "q", "r"]] {
        let g = f::gradient(&x, &names);
        assert_grad(|x| f(x, &names), &x, &g);
    }
}
