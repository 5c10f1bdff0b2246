//! Iterators in variables that are asked for an item here and there, shown what comes next, searched, and
//! gone on with.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

const X: [f64; 4] = [0.3, 0.9, 0.7, 0.6];

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum Token {
    Number(f64),
    Plus,
    Times,
}

#[differentiable]
fn evaluated(tokens: &[Token]) -> f64 {
    let mut it = tokens.iter().peekable();
    let mut total = 0.0;
    let mut term = match it.next() {
        Some(Token::Number(v)) => *v,
        _ => return 0.0,
    };
    while let Some(t) = it.peek() {
        match t {
            Token::Times => {
                it.next();
                if let Some(Token::Number(v)) = it.next() {
                    term *= v;
                }
            }
            Token::Plus => {
                it.next();
                total += term;
                term = match it.next() {
                    Some(Token::Number(v)) => *v,
                    _ => 0.0,
                };
            }
            Token::Number(_) => break,
        }
    }
    total + term
}

#[differentiable]
fn tokens(x: &[f64]) -> f64 {
    use Token::*;
    evaluated(&[Number(x[0]), Times, Number(x[1]), Plus, Number(x[2])])
        * evaluated(&[Number(x[3]), Number(x[0])])
}
check!(tokens_checks, tokens(&X));

#[differentiable]
fn neighbours(x: &[f64]) -> f64 {
    let mut it = x.iter().peekable();
    let mut s = 0.0;
    while let Some(a) = it.next() {
        if let Some(b) = it.peek() {
            s += (*b - a) * (*b - a);
        } else {
            s += a.sin();
        }
        s += a * it.peek().map_or(1.0, |b| b.sin());
        if it.peek().is_some_and(|b| **b > 0.65) {
            s *= it.peek().copied().copied().unwrap_or(2.0);
        }
    }
    s
}
check!(neighbours_checks, neighbours(&X));

#[differentiable]
fn runs(x: &[f64]) -> f64 {
    let mut it = x.iter().copied().peekable();
    let mut s = 0.0;
    while let Some(v) = it.next() {
        match it.peek() {
            Some(&n) if n > v => s += n * v,
            Some(n) => s += n.sin(),
            None => s += v * v,
        }
        if it.peek().is_none() {
            s *= 2.0;
        }
    }
    s
}
check!(runs_checks, runs(&X));

#[differentiable]
fn merged(a: &[f64], b: &[f64]) -> Vec<f64> {
    let (mut i, mut j) = (a.iter().peekable(), b.iter().peekable());
    let mut out = Vec::with_capacity(a.len() + b.len());
    loop {
        match (i.peek(), j.peek()) {
            (Some(&&p), Some(&&q)) if p <= q => {
                out.push(p);
                i.next();
            }
            (_, Some(q)) => {
                out.push(**q);
                j.next();
            }
            (Some(&&p), None) => {
                out.push(p);
                i.next();
            }
            (None, None) => break,
        }
    }
    out
}

#[differentiable]
fn ranked(x: &[f64]) -> f64 {
    let all = merged(&x[..2], &[x[3], x[2]]);
    all.iter()
        .enumerate()
        .map(|(i, v)| v.powi(i as i32 + 1))
        .sum()
}
check!(ranked_checks, ranked(&X));

#[differentiable]
fn numbered(x: &[f64]) -> f64 {
    let mut it = x.iter().enumerate().peekable();
    let mut s = 0.0;
    while let Some((i, v)) = it.next() {
        s += v * i as f64;
        if let Some((_, n)) = it.peek() {
            s += v * *n;
        }
    }
    s
}
check!(numbered_checks, numbered(&X));

#[differentiable]
fn first_pair(x: &[f64]) -> f64 {
    let w = [0.5, 1.5, 2.5, 3.5];
    let mut pairs = x.iter().zip(&w);
    let (a, wa) = pairs.next().unwrap();
    let mut acc = a * wa;
    for (v, w) in pairs {
        acc = acc * 0.5 + v * w * a;
    }
    let mut rows = x.chunks(2);
    let first = rows.next().unwrap();
    while let Some(r) = rows.next() {
        acc += r.iter().zip(first).map(|(a, b)| a * b).sum::<f64>();
    }
    let mut back = x.iter().rev();
    let Some(last) = back.next() else { return acc };
    back.fold(acc * *last, |acc, c| acc * x[0] + c)
}
check!(first_pair_checks, first_pair(&X));

#[differentiable]
fn lent_to_a_loop(x: &[f64]) -> f64 {
    let mut it = x.iter();
    let mut head = 1.0;
    'first: for v in it.by_ref() {
        head *= v;
        for k in 0..3 {
            if *v > 0.8 && k == 1 {
                break 'first;
            }
        }
    }
    let rest: f64 = it.map(|v| v.exp()).sum();
    head * rest
}
check!(lent_to_a_loop_checks, lent_to_a_loop(&X));

#[differentiable]
fn searched(x: &[f64]) -> f64 {
    let mut it = x.iter();
    let large = it.find(|v| **v > 0.65).unwrap();
    let left: f64 = it.map(|v| v * v).sum();
    let mut copies = x.iter().copied();
    let mut s = large * left;
    if copies.any(|v| v > 0.65) {
        s *= copies.sum::<f64>();
    }
    let mut at = x.iter();
    let position = at.position(|v| *v > 0.65).unwrap();
    s += position as f64 * at.map(|v| v.sin()).sum::<f64>();
    let mut all = x.iter();
    let factor = if all.all(|v| *v < 0.65) { 1.0 } else { 3.0 };
    let n = all.len() as f64;
    s + factor * n * all.map(|v| v * v).sum::<f64>()
}
check!(searched_checks, searched(&X));

#[differentiable]
fn found_one_by_one(x: &[f64]) -> f64 {
    let mut it = x.iter();
    let mut s = 0.0;
    while let Some(v) = it.find(|v| **v > 0.5) {
        s += v * v;
        if let Some(n) = it.next() {
            s *= n;
        }
    }
    s
}
check!(found_one_by_one_checks, found_one_by_one(&X));

#[differentiable]
fn left_over(x: &[f64]) -> f64 {
    let (a, b) = (x.chunks_exact(3), x[1..].chunks_exact(2));
    let tail: f64 = a.remainder().iter().map(|v| v.exp()).sum();
    let other = b.remainder()[0];
    let mut s = tail * other;
    for (p, q) in a.zip(b) {
        s += p[0] * p[2] - q[1];
    }
    let mut chunks = x.chunks_exact(3);
    for c in chunks.by_ref() {
        s += c[0] * c[1];
    }
    for v in chunks.remainder() {
        s *= v;
    }
    s
}
check!(left_over_checks, left_over(&X));

#[differentiable]
fn unused_payloads(x: &[f64]) -> f64 {
    use Token::*;
    let tokens = [Plus, Number(x[1]), Plus, Number(x[2]), Number(x[0])];
    let (mut k, mut s) = (0, 1.0);
    while k < tokens.len() {
        let t = &tokens[k];
        match t {
            Number(_v) => break,
            _ => {
                k += 1;
                let at = k;
                k += 1;
                if let Number(v) = tokens[at] {
                    s *= v;
                }
            }
        }
    }
    s
}
check!(unused_payloads_checks, unused_payloads(&X));

#[differentiable]
fn references_to_references(x: &[f64]) -> f64 {
    let r = &&x[1];
    let s = &x[2];
    let t = &s;
    **r * **t + r.sin() + t.exp()
}
check!(
    references_to_references_checks,
    references_to_references(&X)
);
