//! Vectors in fields whose items change their places or are replaced, by rules.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Pool {
    v: Vec<f64>,
    rows: Vec<Vec<f64>>,
    a: [f64; 4],
    order: Vec<usize>,
    pairs: Vec<Pair>,
}
#[derive(Clone, Copy, Debug, Default, PartialEq, Differentiable)]
struct Pair {
    a: f64,
    b: f64,
}
#[differentiable]
fn make(x: &[f64]) -> Pool {
    let v = x.to_vec();
    Pool {
        rows: vec![v.clone(), vec![x[0], x[1] * x[2]], vec![x[2]; 3]],
        a: [x[0], x[1], x[2], 1.0],
        order: vec![2, 0, 1],
        pairs: vec![
            Pair { a: x[0], b: x[1] },
            Pair { a: x[1], b: 2.0 },
            Pair { a: x[2], b: x[0] },
        ],
        v,
    }
}
#[differentiable]
fn weigh(p: &Pool) -> f64 {
    let mut s = 0.0;
    for (k, x) in p.v.iter().enumerate() {
        s += x * x * (k + 1) as f64;
    }
    for (k, row) in p.rows.iter().enumerate() {
        for (j, x) in row.iter().enumerate() {
            s += x.sin() * (k * 3 + j + 1) as f64;
        }
    }
    for (k, x) in p.a.iter().enumerate() {
        s += x * x * x * (k + 2) as f64;
    }
    for (k, q) in p.pairs.iter().enumerate() {
        s += q.a * q.b * (k + 1) as f64 + q.b;
    }
    for &i in &p.order {
        s *= 1.0 + 0.1 * p.v[i] * (i + 1) as f64;
    }
    s
}
#[differentiable]
fn stir(p: &mut Pool, x: f64) {
    for k in 0..3 {
        p.v[k % 2] *= p.v[2] + x;
        p.v.swap(k, 2);
        p.rows[0][1] *= p.rows[2][0];
        p.rows.swap(k, 1);
        p.a[k] = p.a[k] * p.a[3] + p.v[k];
        p.a.swap(k, 3);
        if x > 0.0 {
            p.v.reverse();
            p.pairs.rotate_left(1);
            p.rows.reverse();
        }
        p.pairs[k].a *= p.pairs[2].b;
    }
    p.order.sort();
    p.v.rotate_right(2);
    p.v[0] *= p.v[1];
}
#[differentiable]
fn refill(p: &mut Pool, x: f64) -> f64 {
    let before = weigh(p);
    let old = p.v[1] * p.v[2];
    p.v.fill(x * old);
    p.pairs.fill(Pair { a: x, b: old });
    p.a.fill(2.0 * x);
    p.v[0] += p.a[1] * x;
    let mid = weigh(p);
    p.a.fill(old);
    p.rows.fill(vec![x, x * old]);
    before * weigh(p) + mid
}
#[differentiable]
fn whole(x: &[f64]) -> f64 {
    let mut p = make(x);
    stir(&mut p, x[1]);
    let w = weigh(&p);
    let r = refill(&mut p, x[0]);
    w + 0.01 * r + weigh(&p)
}

#[test]
fn gradients_are_right() {
    for x in [[0.7, 1.3, 0.4], [0.7, -0.3, 0.9]] {
        assert_grad(whole, &x, &whole::gradient(&x));
        assert_grad(whole, &x, &whole::gradient(&x));
    }
}
