//! Items of inner blocks that are called like others: each block has its own.

use crate::assert_grad;
use pullback::differentiable;

const RATE: f64 = 2.0;

fn order() -> i32 {
    3
}

#[differentiable]
fn constants(a: f64, n: usize) -> f64 {
    let before = a * RATE;
    let mut sum = 0.0;
    for i in 0..n {
        const RATE: f64 = 0.5;
        const STEP: f64 = 0.25;
        sum += RATE * before * before + STEP * i as f64 * a;
    }
    let scaled = match n % 2 {
        0 => {
            const STEP: f64 = 4.0;
            sum * STEP * STEP
        }
        _ => sum,
    };
    scaled * RATE
}

#[differentiable]
fn functions(a: f64, n: usize) -> f64 {
    let outer = a.powi(order());
    let inner = {
        fn order() -> i32 {
            2
        }
        let powers = |t: f64| t.powi(order());
        powers(a) + powers(2.0 * a)
    };
    let other = if n > 1 {
        use std::f64::consts::{E, PI as RATE};
        assert!(RATE > 3.0, "{RATE} is too small");
        a * RATE * E
    } else {
        a * RATE
    };
    outer * inner + other
}

#[differentiable]
fn types(a: f64, n: usize) -> f64 {
    #[derive(Clone, Copy, PartialEq)]
    enum Mode {
        Slow,
        Fast,
    }
    let mode = if n > 1 { Mode::Fast } else { Mode::Slow };
    let speed = {
        #[derive(Clone, Copy)]
        enum Mode {
            Half,
            Twice(f64),
        }
        let mode = if n > 2 { Mode::Half } else { Mode::Twice(1.5) };
        match mode {
            Mode::Half => 0.5 * a,
            Mode::Twice(by) => by * a * a,
        }
    };
    if mode == Mode::Fast {
        speed * speed
    } else {
        speed.sin()
    }
}

#[test]
fn items_of_inner_blocks() {
    for n in 0..4 {
        for a in [0.7, -1.3] {
            assert_grad(|x| constants(x[0], n), &[a], &[constants::gradient(a, n)]);
            assert_grad(|x| functions(x[0], n), &[a], &[functions::gradient(a, n)]);
            assert_grad(|x| types(x[0], n), &[a], &[types::gradient(a, n)]);
        }
    }
}
