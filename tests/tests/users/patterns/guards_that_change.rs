//! Guards that change what arms, and later guards, read.

use crate::check;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn counted(x: &[f64]) -> f64 {
    let mut n = 0;
    let mut s = 1.0;
    for (i, v) in x.iter().enumerate() {
        match i {
            0 => s *= v,
            k if {
                n += k;
                n > 2
            } =>
            {
                s += v * n as f64
            }
            _ => {
                n += 1;
                s -= v * v;
            }
        }
    }
    s * n as f64
}

#[derive(Clone, Differentiable)]
enum Op {
    Add(f64),
    Mul(f64),
    Neg,
}

#[differentiable]
fn machine(x: &[f64]) -> f64 {
    let ops = [
        Op::Add(x[0]),
        Op::Mul(x[1]),
        Op::Neg,
        Op::Mul(x[2]),
        Op::Add(x[3]),
    ];
    let mut n = 0;
    let mut s = 1.5;
    for op in &ops {
        s = match op {
            Op::Add(v)
                if {
                    n += 1;
                    n > 1
                } =>
            {
                s + v * n as f64
            }
            Op::Mul(v)
                if {
                    n += 2;
                    n < 6
                } =>
            {
                s * v * n as f64
            }
            Op::Neg => -s * n as f64,
            Op::Add(v) | Op::Mul(v) => s + v * v * n as f64,
        };
    }
    s
}

#[differentiable]
fn popped(x: &[f64]) -> f64 {
    let mut stack = vec![1usize, 2, 0, 3];
    let mut s = 1.0;
    for i in 0..6 {
        match i {
            0 | 1 => s *= x[0],
            k if stack.pop().is_some_and(|top| top > 0) => s += x[k % 4] * stack.len() as f64,
            _ => s = s * x[stack.len()],
        }
    }
    s
}

struct Coin {
    seed: usize,
}

impl Coin {
    fn flip(&mut self) -> bool {
        self.seed = (self.seed * 5 + 3) % 17;
        self.seed % 2 == 0
    }
}

#[differentiable]
fn flipped(x: &[f64]) -> f64 {
    let mut coin = Coin { seed: 4 };
    let mut s = 1.0;
    for i in 0..x.len() {
        match i % 3 {
            0 if coin.flip() => s *= x[i] * coin.seed as f64,
            1 if coin.flip() => s += x[i] * coin.seed as f64,
            _ => s -= x[i] * x[i] * coin.seed as f64,
        }
    }
    s
}

#[differentiable]
fn logged(x: &[f64], log: &mut Vec<usize>) -> f64 {
    let mut s = 1.0;
    for (i, v) in x.iter().enumerate() {
        s += match (i, *v > 0.5) {
            (0, _) => v * 2.0,
            (k, true)
                if {
                    log.push(k);
                    log.len() > 1
                } =>
            {
                v * v * log.len() as f64
            }
            (k, big) => {
                if big {
                    log.push(k + 10);
                }
                v * k as f64 * log.len() as f64
            }
        };
    }
    s
}

#[differentiable]
fn scaled(x: &[f64]) -> f64 {
    let mut scale = 1.0;
    let mut s = 0.0;
    for i in 0..x.len() {
        match i {
            0 => s += x[0],
            k if {
                scale *= x[k];
                scale < 1.0
            } =>
            {
                s += scale * x[k - 1]
            }
            _ => s *= scale,
        }
    }
    s * scale
}

#[test]
fn what_guards_change_is_what_arms_read() {
    let points: &[&[f64]] = &[&[0.7, -1.3, 1.9, 0.4], &[1.2, 0.6, 0.8, 1.7]];
    check(counted, |x| counted::gradient(x), points);
    check(machine, |x| machine::gradient(x), points);
    check(popped, |x| popped::gradient(x), points);
    check(flipped, |x| flipped::gradient(x), points);
    let log = Vec::new;
    check(
        |x| logged(x, &mut log()),
        |x| logged::gradient(x, &mut log()),
        points,
    );
    check(scaled, |x| scaled::gradient(x), points);
}
