//! Arms with guards that change an element of a list, beside arms that change the list.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::collections::VecDeque;
#[differentiable]
fn runs(x: &[f64]) -> f64 {
    let mut runs: Vec<(f64, usize)> = Vec::new();
    for &v in x {
        match runs.last_mut() {
            Some((mean, n)) if (*mean - v).abs() < 0.5 => {
                *mean = (*mean * *n as f64 + v) / (*n + 1) as f64;
                *n += 1;
            }
            _ => runs.push((v, 1)),
        }
    }
    runs.iter().map(|(m, n)| m * m * *n as f64).sum::<f64>()
}
#[derive(Differentiable, Clone)]
struct Span {
    lo: f64,
    hi: f64,
}
#[differentiable]
fn merged(x: &[f64]) -> f64 {
    let mut out: Vec<Span> = Vec::new();
    for w in x.chunks(2) {
        match out.last_mut() {
            None => out.push(Span { lo: w[0], hi: w[1] }),
            Some(last) if last.hi >= w[0] => last.hi = last.hi.max(w[1]) * 1.1,
            Some(_) => out.push(Span {
                lo: w[0] * 0.9,
                hi: w[1],
            }),
        }
    }
    out.iter().map(|s| (s.hi - s.lo).powi(2)).sum()
}
#[differentiable]
fn ends(x: &[f64]) -> f64 {
    let mut q: VecDeque<f64> = VecDeque::new();
    let mut kept = 0.0;
    for &v in x {
        kept += match q.back_mut() {
            Some(last) if *last > v || v > 2.0 => {
                *last += v * v;
                v
            }
            Some(last) => {
                *last *= 1.5;
                q.push_back(v);
                2.0 * v
            }
            None => {
                q.push_back(v);
                v.sin()
            }
        };
        let i = q.len() / 2;
        match q.get_mut(i) {
            Some(m) if *m < 0.0 => *m = -*m * 0.5,
            _ => (),
        }
    }
    kept + q.iter().map(|v| v * v).sum::<f64>()
}
#[differentiable]
fn parts_at_once(x: &[f64]) -> f64 {
    let mut pairs: Vec<(f64, f64)> = x.windows(2).map(|w| (w[0], w[1])).collect();
    let k = pairs.len() / 2;
    let (a, b) = &mut pairs[k];
    *a += *b * *b;
    std::mem::swap(a, b);
    *b *= 3.0;
    pairs.iter().map(|(a, b)| a * a * b).sum()
}

#[test]
fn gradient_is_right() {
    let all = [
        [1.0, 1.2, 3.0, 3.3, 3.1, 0.2],
        [1.0, 2.1, 1.65, -0.5, 2.5, 0.1],
    ];
    for x in all {
        assert_grad(runs, &x, &runs::gradient(&x));
        assert_grad(merged, &x, &merged::gradient(&x));
        assert_grad(ends, &x, &ends::gradient(&x));
        assert_grad(parts_at_once, &x, &parts_at_once::gradient(&x));
        assert_eq!(ends::gradient(&x), ends::gradient(&x));
    }
    assert_eq!(runs::gradient(&[]), [0.0; 0]);
}
