use crate::check;
use pullback::{Differentiable, differentiable};
use std::collections::HashMap;
#[derive(Clone, Debug, Differentiable)]
struct S {
    m: HashMap<u8, f64>,
}
#[differentiable]
impl S {
    fn values(&self) -> HashMap<u8, f64> {
        self.m.clone()
    }
    fn scaled(&self, k: f64) -> HashMap<u8, f64> {
        self.m.iter().map(|(i, v)| (*i, v * k)).collect()
    }
}
#[differentiable]
fn pairs(x: &[f64]) -> Vec<(u8, f64)> {
    x.iter()
        .enumerate()
        .map(|(i, v)| (i as u8, v * v))
        .collect()
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let s = S {
        m: HashMap::from([(1, x[0]), (2, x[1])]),
    };
    let local: HashMap<u8, f64> = HashMap::from([(1, x[0]), (2, x[1])]);
    let a: f64 = s.scaled(x[0]).values().map(|v| v * v).sum();
    let b: f64 = local.values().sum();
    let h = |k: f64| -> f64 {
        let mut t = 0.0;
        for (i, v) in &s.scaled(k) {
            t += *i as f64 * v;
        }
        t
    };
    let mut t = 0.0;
    'outer: for (i, v) in s.scaled(2.0) {
        for (j, w) in s.scaled(v) {
            if j == 2 && i == 1 {
                continue 'outer;
            }
            t += w;
        }
    }
    let mut u = 0.0;
    for (k, v) in pairs(x) {
        u += v * k as f64;
    }
    for (k, v) in pairs(x).into_iter() {
        u += v * k as f64;
    }
    a * b + h(x[1]) + u + s.values()[&1]
}

#[test]
fn gradients_are_right() {
    let points = [&[0.3, 2.0][..]];
    check(f, |v| f::gradient(v), &points);
}
