//! Slices that callers overwrite after calls: what a callee's pullback reads of them is saved, and
//! nothing else. Each program overwrites what a pullback may read, in one of the ways there are.

use pullback::{Real, differentiable, rrule};
use pullback_tests::{check, check_in_place};
use std::cell::Cell;

/// Reads `k` for ∂/∂h alone.
#[differentiable]
fn advance(y: &[f64], h: f64, k: &[f64], stage: &mut [f64]) {
    for i in 0..y.len() {
        stage[i] = y[i] + h * k[i];
    }
}

/// Reads `x` for `y`, and `y` for `x`.
#[differentiable]
fn slope(x: &[f64], y: &[f64], k: &mut [f64]) {
    k[0] = x[0];
    for i in 1..x.len() {
        k[i] = x[i] * y[i - 1];
    }
}

#[differentiable]
fn constant_step(x: &[f64], steps: usize) -> f64 {
    let h = 1.0 / steps as f64;
    let (mut y, mut k, mut stage) = (vec![0.1; x.len()], vec![0.0; x.len()], vec![0.0; x.len()]);
    for _ in 0..steps {
        slope(x, &y, &mut k);
        advance(&y, h / 2.0, &k, &mut stage);
        slope(x, &stage, &mut k);
        for i in 0..x.len() {
            y[i] += h * k[i];
        }
    }
    y[x.len() - 1]
}
check!(
    constant_step_checks,
    constant_step(&[0.3, 0.8, -0.4], fixed(4)),
    constant_step(&[0.3, 0.8], fixed(1))
);

/// The same with a step by which is differentiated: now `k` is read.
#[differentiable]
fn active_step(x: &[f64], h: f64, steps: usize) -> f64 {
    let (mut y, mut k, mut stage) = (vec![0.1; x.len()], vec![0.0; x.len()], vec![0.0; x.len()]);
    for _ in 0..steps {
        slope(x, &y, &mut k);
        advance(&y, h, &k, &mut stage);
        slope(x, &stage, &mut k);
        advance(&stage, h * h, &k, &mut y);
    }
    y[0] * y[x.len() - 1]
}
check!(
    active_step_checks,
    active_step(&[0.3, 0.8, -0.4], 0.2, fixed(4)),
    active_step(&[0.5, 0.6], 0.3, fixed(1))
);

/// Which way it goes hangs on `y`, whatever is asked for.
#[differentiable]
fn gated(y: &[f64], x: &[f64], out: &mut [f64]) {
    for i in 0..y.len() {
        if y[i] > 0.5 {
            out[i] = 2.0 * x[i];
        } else {
            out[i] = x[i] - 3.0;
        }
    }
}

/// Where it goes hangs on `y`.
#[differentiable]
fn gathered(y: &[f64], x: &[f64], out: &mut [f64]) {
    for i in 0..y.len() {
        let at = (y[i] * 10.0) as usize % x.len();
        out[i] = out[i] * 0.5 + x[at];
    }
}

#[differentiable]
fn decisions(x: &[f64], #[constant] gates: &[f64]) -> f64 {
    let n = x.len();
    let (mut gate, mut out, mut s) = (vec![0.0; n], vec![0.0; n], 0.0);
    for round in 0..3 {
        for i in 0..n {
            gate[i] = gates[(i + round) % n];
        }
        gated(&gate, x, &mut out);
        s += out[0] * out[n - 1];
        for i in 0..n {
            gate[i] = gates[(i + 2 * round) % n] * 0.9;
        }
        gathered(&gate, x, &mut out);
        s += out[0] * out[1];
    }
    s
}
check!(
    decisions_checks,
    decisions(&[0.3, 0.8, -0.4], fixed(&[0.9, 0.2, 0.7])),
    decisions(&[0.3, 0.8, -0.4], fixed(&[0.1, 0.6, 0.2]))
);

/// Passes its arguments on, and reads nothing itself.
#[differentiable]
fn twice(x: &[f64], y: &[f64], h: f64, out: &mut [f64]) {
    slope(x, y, out);
    inner(x, y, h, out);
}

#[differentiable]
fn inner(x: &[f64], y: &[f64], h: f64, out: &mut [f64]) {
    for i in 0..x.len() {
        out[i] += h * y[i] + x[i];
    }
}

#[differentiable]
fn through_two_levels(x: &[f64], h: f64) -> f64 {
    let (mut y, mut out) = (vec![0.5; x.len()], vec![0.0; x.len()]);
    for _ in 0..3 {
        twice(x, &y, h, &mut out);
        inner(x, &out, 0.25, &mut y);
    }
    y[0] + y[1] * y[x.len() - 1]
}
check!(
    through_two_levels_checks,
    through_two_levels(&[0.3, 0.8, -0.4], 0.7)
);

#[differentiable]
fn halved<T: Real>(x: &[T], out: &mut [T]) {
    for i in 0..x.len() {
        out[i] = x[i] * x[i] * T::from_f64(0.5);
    }
}

#[differentiable]
fn generic_callee<T: Real>(x: &[T]) -> T {
    let mut y = x.to_vec();
    let mut out = x.to_vec();
    for _ in 0..2 {
        halved::<T>(&y, &mut out);
        halved(&out, &mut y);
    }
    y[0] + y[1]
}
check!(
    generic_callee_checks,
    generic_callee(&[1.3, 1.8]),
    generic_callee(&[1.25_f32, 1.5])
);

/// The callee replaces the vector, so that its length changes.
#[differentiable]
fn regrow(v: &mut Vec<f64>, x: &[f64]) {
    *v = x.to_vec();
    v.push(x[0] * x[1]);
}

#[differentiable]
fn lengths_change(x: &[f64]) -> f64 {
    let mut v = vec![1.0, 2.0, 3.0, 4.0, 5.0];
    let mut s = 0.0;
    for _ in 0..2 {
        s += weigh(&v);
        regrow(&mut v, x);
        s += weigh(&v) * weigh(&v);
        v.push(x[1]);
    }
    s
}

/// Reads the length alone.
#[differentiable]
fn weigh(v: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..v.len() {
        s += v[i] * (i + 1) as f64;
    }
    s
}
check!(lengths_change_checks, lengths_change(&[0.3, 0.8]));

rrule! {
    /// Its pullback reads `x`, and it says nothing of that.
    fn cubes(x: &[f64]) -> f64;
    forward -> (f64, ()) { (x.iter().map(|v| v * v * v).sum(), ()) }
    pullback(_: (), dy: f64, x: &[f64], dx: Option<&[Cell<f64>]>) {
        for (d, v) in dx.into_iter().flatten().zip(x) {
            d.set(d.get() + 3.0 * dy * v * v);
        }
    }
    check at [&[0.5, -0.3]];
}

#[differentiable]
fn by_hand_below(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let mut s = 0.0;
    for round in 1..4 {
        s += cubes(&y);
        for i in 0..y.len() {
            y[i] = y[i] * x[i] + round as f64;
        }
    }
    s
}
check!(by_hand_below_checks, by_hand_below(&[0.3, 0.8]));

/// Calls itself unconditionally through a helper until it is done.
#[differentiable]
fn descend(x: &[f64], y: &mut [f64], depth: usize) {
    if depth > 0 {
        slope(x, &y.to_vec(), y);
        descend(x, y, depth - 1);
        y[0] *= x[1];
        descend(x, y, depth - 1);
    }
}
check_in_place!(
    descend_checks,
    descend(&[0.3, 0.8, 0.7], &mut vec![1.0, 2.0, -0.5], fixed(2))
);

/// What it changes of its own argument may be wanted by its caller, with or without conditions.
#[differentiable]
fn relax(y: &mut [f64], x: &[f64], rounds: usize) {
    let mut k = vec![0.0; y.len()];
    for _ in 0..rounds {
        slope(x, y, &mut k);
        inner(&k, x, 0.5, y);
        for i in 0..y.len() {
            y[i] *= 0.9;
            if i % 2 == 0 {
                y[i] += x[i];
            }
        }
    }
}
check_in_place!(
    relax_checks,
    relax(&mut vec![1.0, 2.0, -0.5], &[0.3, 0.8, 0.7], fixed(3))
);

#[differentiable]
fn relaxed_twice(x: &[f64]) -> f64 {
    let mut y = vec![0.4; x.len()];
    relax(&mut y, x, 2);
    let s = weigh(&y) + cubes(&y);
    relax(&mut y, x, 1);
    s * weigh(&y)
}
check!(relaxed_twice_checks, relaxed_twice(&[0.3, 0.8, 0.7]));

/// The same storage under two names, and two storages that change places.
#[differentiable]
fn aliases(x: &[f64]) -> f64 {
    let (mut a, mut b) = (x.to_vec(), vec![1.0; x.len()]);
    for _ in 0..3 {
        slope(&a, &a, &mut b);
        std::mem::swap(&mut a, &mut b);
        let view = &mut b[..];
        inner(x, &a, 0.3, view);
    }
    weigh(&a) * weigh(&b)
}
check!(aliases_checks, aliases(&[0.3, 0.8, 0.7]));

/// A partial overwrite in a branch, and one before an early end.
#[differentiable]
fn in_branches(x: &[f64], n: usize) -> f64 {
    let mut y = x.to_vec();
    let mut s = 0.0;
    for i in 0..n {
        s += cubes(&y) + weigh(&y);
        if i % 2 == 0 {
            y[i % x.len()] = x[0] * s;
        }
        if s > 50.0 {
            return s * y[0];
        }
        y[0] -= 0.1 * y[1];
    }
    s
}
check!(
    in_branches_checks,
    in_branches(&[0.3, 0.8, 0.7], fixed(4)),
    in_branches(&[1.3, 1.8, 1.7], fixed(4))
);

/// Only what is read for a cotangent that is wanted takes memory.
mod memory {
    use pullback::differentiable;

    #[differentiable]
    fn scaled(h: f64, x: &[f64], out: &mut [f64]) {
        for i in 0..x.len() {
            out[i] = h * x[i];
        }
    }

    #[differentiable]
    fn squared(x: &[f64], out: &mut [f64]) {
        for i in 0..x.len() {
            out[i] = x[i] * x[i];
        }
    }

    #[differentiable]
    fn rounds(x: &[f64], n: usize) -> f64 {
        let (mut a, mut b) = (x.to_vec(), vec![0.0; x.len()]);
        for _ in 0..n {
            squared(&a, &mut b);
            scaled(0.5, &b, &mut a);
        }
        a[0]
    }

    fn bytes(rule: &str) -> usize {
        let entries = pullback::cache::entries();
        let of_rule = entries.iter().filter(|e| e.rule.contains(rule));
        of_rule.map(|e| e.bytes).sum()
    }

    #[test]
    fn what_no_pullback_reads_is_not_saved() {
        let x = vec![0.9; 1024];
        let dx = rounds::gradient(&x, 8);
        assert!(dx[0] > 0.0 && dx[1] == 0.0);
        // The pullback of `squared` reads `a`, that of `scaled` reads nothing: `h` is a constant.
        assert_eq!(bytes("memory::squared"), 0);
        assert_eq!(bytes("memory::scaled"), 8 * 1024 * size_of::<f64>());
    }
}
