//! The same where a loop, a pattern, a closure or a reference looks at the place.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug)]
struct Rng(u64);
impl Rng {
    fn index(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n
    }
}
#[differentiable]
fn a(x: &[f64]) -> f64 {
    let mut q = vec![vec![x[0], x[1]], vec![x[2], x[0] * x[1]], vec![x[1]]];
    let mut rng = Rng(5);
    let mut s = 0.0;
    while let Some(v) = q[rng.index(3)].pop() {
        s += v * v;
        if s > 50.0 {
            break;
        }
    }
    s + q.iter().flatten().sum::<f64>()
}
#[differentiable]
fn b(x: &[f64]) -> f64 {
    let mut q = vec![vec![x[0], x[1]], vec![x[2], x[0] * x[1]], vec![x[1]]];
    let mut rng = Rng(5);
    let mut s = 0.0;
    'o: while q[rng.index(3)].len() > 0 && s < 20.0 {
        let k = rng.index(3);
        for _ in 0..2 {
            if rng.index(5) == 0 {
                continue 'o;
            }
            s += q[k].iter().sum::<f64>();
        }
        q[k].pop();
    }
    s + q.iter().flatten().sum::<f64>()
}
#[differentiable]
fn c(x: &[f64]) -> f64 {
    let q = vec![vec![x[0], x[1]], vec![x[2], x[0] * x[1]], vec![]];
    let mut rng = Rng(5);
    let mut s = 0.0;
    for _ in 0..5 {
        let Some(l) = q[rng.index(3)].last() else {
            s *= 0.5;
            continue;
        };
        s += l * match q[rng.index(3)].first() {
            Some(f) => f * f,
            None => 2.0,
        };
        s += if let [a, b] = q[rng.index(3)][..] {
            a * b
        } else {
            x[0]
        };
        let t: f64 = x
            .iter()
            .map(|v| v * q[rng.index(2)].iter().sum::<f64>())
            .sum();
        s += t;
        s = s.min(q[rng.index(2)].iter().fold(30.0, |a: f64, b| a.max(*b)));
    }
    s
}
#[differentiable]
fn d(x: &[f64]) -> f64 {
    let mut k = 0;
    let mut m = [[x[0], x[1]], [x[2], 1.0]];
    let mut s = 0.0;
    while k < 6 {
        let row = &mut m[{
            k += 1;
            k % 2
        }];
        row[0] *= 1.2;
        row[1] += row[0];
        for v in m[{
            k += 1;
            k % 2
        }]
        .iter()
        {
            s += v * v;
        }
        let y = 0.1
            + m[k % 2].iter().sum::<f64>()
                * m[{
                    k += 1;
                    k % 2
                }]
                .iter()
                .product::<f64>();
        s += y;
    }
    s
}
#[derive(Clone, Debug, Differentiable)]
struct Pool {
    rows: Vec<Vec<f64>>,
    at: usize,
}
#[differentiable]
impl Pool {
    fn turn(&mut self) -> usize {
        self.at = (self.at + 1) % self.rows.len();
        self.at
    }
    fn go(&mut self, x: f64) -> f64 {
        let mut s = 0.0;
        for _ in 0..4 {
            let k = self.turn();
            s += self.rows[k].iter().sum::<f64>() * x;
            let j = self.turn();
            if let Some(l) = self.rows[j].last_mut() {
                *l *= x;
            }
            let r = &self.rows[self.at];
            s += r[0];
        }
        s
    }
}
#[differentiable]
fn e(x: &[f64]) -> f64 {
    let mut p = Pool {
        rows: vec![vec![x[0], x[1]], vec![x[2]], vec![x[0] * x[2], 1.0]],
        at: 0,
    };
    p.go(x[1]) + p.rows.iter().flatten().sum::<f64>()
}

#[test]
fn gradients_are_right() {
    for x in [[0.7, 1.3, 0.4], [0.2, 0.6, 1.4]] {
        assert_grad(a, &x, &a::gradient(&x));
        assert_grad(b, &x, &b::gradient(&x));
        assert_grad(c, &x, &c::gradient(&x));
        assert_grad(d, &x, &d::gradient(&x));
        assert_grad(e, &x, &e::gradient(&x));
    }
}
