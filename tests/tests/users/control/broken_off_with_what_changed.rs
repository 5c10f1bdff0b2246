//! Loops that are left with what they change, and values that loops and branches give taken apart.

use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn g1(p: &[f64]) -> Vec<f64> {
    let mut b: Vec<f64> = p.iter().map(|p| p * 2.0).collect();
    loop {
        let mut worst = 0.0f64;
        for i in 0..b.len() {
            let new = 0.5 * b[i] + 0.3 * p[i] * b[i].sin();
            worst = worst.max((new - b[i]).abs());
            b[i] = new;
        }
        if worst < 1e-3 {
            break b;
        }
    }
}
#[differentiable]
fn top(p: &[f64]) -> f64 {
    g1(p).iter().map(|x| x * x).sum()
}

#[differentiable]
fn d1(p: &[f64]) -> f64 {
    let b = (p.to_vec(), 0.5 * p[0]);
    let (v, w) = if p[0] > 0.0 {
        b
    } else {
        (p[1..].to_vec(), p[1])
    };
    v[1] * w
}
#[differentiable]
fn d2(p: &[f64]) -> f64 {
    let mut k = 0;
    let (v, w) = loop {
        k += 1;
        if k > 2 {
            break (p[1..].to_vec(), p[1]);
        }
    };
    v[1] * w
}

#[differentiable]
fn g2(p: &[f64]) -> f64 {
    let mut b = p.to_vec();
    let mut k = 0;
    let out = 'o: loop {
        for i in 0..3 {
            b[i] = b[i] * b[i] + p[0];
            if b[i] > 2.0 {
                break 'o b;
            }
        }
        k += 1;
        if k > 4 {
            break b;
        }
    };
    out[0] * out[1] + out.iter().sum::<f64>()
}
#[differentiable]
fn g3(p: &[f64]) -> f64 {
    let mut b = (p.to_vec(), 0.5);
    let r = loop {
        b.1 += b.0[0].abs();
        if b.1 > 1.0 {
            break b;
        }
        b.0[1] *= b.1;
    };
    r.0[1] * r.1
}
#[differentiable]
fn g4(p: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..2 {
        let mut b = p[i..].to_vec();
        let c = loop {
            let n = b.len();
            if n < 2 {
                break b;
            }
            b[0] = b[0] * b[n - 1];
            b.pop();
        };
        s += c[0] * c[0];
    }
    s
}

#[test]
fn gradients_are_right() {
    let points: &[&[f64]] = &[
        &[0.3, 0.4, 0.7],
        &[0.9, 1.2, 1.1],
        &[1.3, 0.2, 0.1],
        &[-0.3, 0.4, 0.7],
    ];
    let functions = [
        (
            top as fn(&[f64]) -> f64,
            top::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            g2 as fn(&[f64]) -> f64,
            g2::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            g3 as fn(&[f64]) -> f64,
            g3::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            g4 as fn(&[f64]) -> f64,
            g4::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            d1 as fn(&[f64]) -> f64,
            d1::gradient as fn(&[f64]) -> Vec<f64>,
        ),
        (
            d2 as fn(&[f64]) -> f64,
            d2::gradient as fn(&[f64]) -> Vec<f64>,
        ),
    ];
    for (f, gradient) in functions {
        for p in points {
            assert_grad(f, p, &gradient(p));
            assert_grad(f, p, &gradient(p));
        }
    }
}
