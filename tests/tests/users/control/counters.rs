//! Integers that count, in loops of all kinds.

use crate::assert_grad;
use pullback::differentiable;
#[differentiable]
fn while_loop(x: &[f64], y: f64) -> f64 {
    let mut i = 0;
    let mut s = 1.0;
    while i < x.len() {
        s = s * x[i].sin() + y;
        i += 1;
    }
    s
}
#[differentiable]
fn up_and_down(x: &[f64], y: f64) -> f64 {
    let mut s = y;
    let mut k = 0;
    for a in 0..x.len() {
        if x[a] > 0.5 {
            s *= x[k] + 1.5;
            k += 1;
        } else if k > 1 {
            k -= 1;
            s += x[a] * x[k] * s;
        }
    }
    s
}
#[differentiable]
fn through_a_triangle(l: &[f64], x: &[f64]) -> f64 {
    let d = x.len();
    let mut z = vec![0.0; d];
    let mut next = 0;
    for b in 0..d {
        for a in b..d {
            z[a] += l[next] * x[b];
            next += 1;
        }
    }
    let mut t = 0.0;
    for v in &z {
        t += v * v;
    }
    t
}
#[differentiable]
fn in_strides(x: &[f64]) -> f64 {
    let mut at = 0;
    let mut prod = 1.0;
    let stride = 2;
    loop {
        if at >= x.len() {
            break;
        }
        let v = x[at];
        at += stride;
        if v < 0.0 {
            continue;
        }
        prod *= v + x[at - 2];
        if prod > 50.0 {
            return prod * 2.0;
        }
    }
    prod
}
#[differentiable]
fn from_both_ends(x: &[f64], step: usize) -> f64 {
    let mut total = 0.0;
    let mut buf = vec![0.0; 4];
    let mut head = 0usize;
    let mut i = 0;
    while i + 1 < x.len() {
        buf[head % 4] = x[i] * x[i + 1] + buf[(head + 3) % 4];
        total += buf[head % 4].sin();
        head += 1;
        i += step;
    }
    let mut lo = 0;
    let mut hi = x.len() - 1;
    while lo < hi {
        total += x[lo] * x[hi] * total;
        lo += 1;
        hi -= 1;
    }
    total
}
#[differentiable]
fn left_early(x: &[f64]) -> f64 {
    let mut i = 0;
    let mut p = 1.0;
    let mut steps = 0;
    while i < x.len() {
        let mut j = i;
        while j < x.len() && j < i + 3 {
            p *= 1.0 + x[j] * x[i];
            if p > 4.0 {
                return p.ln() * x[j] * steps as f64;
            }
            j += 1;
            steps += 1;
        }
        i += 1;
        if p < 0.05 {
            break;
        }
    }
    p * x[i - 1] + x[steps % x.len()]
}
#[differentiable]
fn labelled(x: &[f64]) -> Option<f64> {
    let mut i = 0;
    let mut p = 1.0;
    'outer: loop {
        let mut k = 0usize;
        for v in x {
            k += 1;
            if *v < -3.0 && k > 3 {
                i += 1;
                continue 'outer;
            }
            p *= v + x[k - 1];
            if k == 7 {
                if i > 100 {
                    return None;
                }
                break 'outer;
            }
        }
        i += 2;
        if i >= x.len() {
            return None;
        }
        p *= x[i].abs();
    }
    Some(p * x[i.min(2)])
}
#[differentiable]
fn in_a_branch(x: &[f64]) -> f64 {
    if x[1] < 0.0 {
        let a = left_early(x);
        a * 2.0
    } else {
        labelled(x).unwrap_or(0.0)
    }
}
#[differentiable]
fn by_steps_that_vary(l: &[f64], x: &[f64], d: usize) -> f64 {
    let mut total = 0.0;
    for a in 0..d {
        let mut z = x[a];
        let mut at = a;
        for b in 0..a {
            z += l[at] * x[b] * z;
            at += d - b - 1;
            if z > 100.0 {
                break;
            }
        }
        let mut i = 0;
        while i < d {
            z += x[i] * x[a] * z.sin();
            let st = a + 1;
            i += st;
        }
        total += z * z;
    }
    total
}
#[test]
fn gradients_are_right() {
    let x = [0.3, 0.8, 0.5001, 1.7, 0.2, 0.9, 0.45, 2.2, 0.11, 0.6];
    let y = [0.3, -0.8, 0.51, -1.7, 0.2, 0.9, 0.45, -2.2, 0.11, 0.6, 0.7];
    for x in [&x[..], &y[..]] {
        let (g, _) = while_loop::gradient(x, 0.7);
        assert_grad(|x| while_loop(x, 0.7), x, &g);
        let (g, d) = up_and_down::gradient(x, 0.7);
        assert_grad(|x| up_and_down(x, 0.7), x, &g);
        assert_grad(|y| up_and_down(x, y[0]), &[0.7], &[d]);
        let l: Vec<f64> = (0..100).map(|i| (i as f64).cos()).collect();
        let (g, h) = through_a_triangle::gradient(&l, x);
        assert_grad(|x| through_a_triangle(&l, x), x, &h);
        assert_grad(|l| through_a_triangle(l, x), &l, &g);
        for d in 0..8 {
            let (g, h) = by_steps_that_vary::gradient(&l, x, d);
            assert_grad(|x| by_steps_that_vary(&l, x, d), x, &h);
            assert_grad(|l| by_steps_that_vary(l, x, d), &l, &g);
        }
        assert_grad(in_strides, x, &in_strides::gradient(x));
        assert_grad(left_early, x, &left_early::gradient(x));
        assert_grad(in_a_branch, x, &in_a_branch::gradient(x));
        let big: Vec<f64> = x.iter().map(|v| v + 5.0).collect();
        assert_grad(left_early, &big, &left_early::gradient(&big));
        assert_grad(in_strides, &big, &in_strides::gradient(&big));
        for s in 1..4 {
            assert_grad(|x| from_both_ends(x, s), x, &from_both_ends::gradient(x, s));
        }
    }
}
