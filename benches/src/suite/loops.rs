//! Loops that carry something, nests of loops, loops with calls and branches.

use super::kernels::data;
use super::{Problem, Suite};
use crate::micro::*;
use crate::{parts, parts_mut};
use std::hint::black_box;

pub(super) fn run(suite: &mut Suite) {
    for n in [100, 10_000] {
        suite.run(
            &Problem::new("rosenbrock", n.to_string(), data(n)),
            rosenbrock,
            rosenbrock::value_and_gradient_into,
            rosenbrock_by_hand,
        );
    }
    products(suite);
    kronecker(suite);
    perceptron(suite);
    let mut trajectory = Vec::new();
    suite.run(
        &Problem::new(
            "lotka-volterra",
            "1000",
            vec![1.1, 0.4, 0.1, 0.4, 10.0, 5.0],
        ),
        |p| lotka_volterra(six(p), black_box(1000)),
        |p, d| lotka_volterra::value_and_gradient_into(six(p), black_box(1000), six_mut(d)),
        move |p, d| lotka_volterra_by_hand(six(p), black_box(1000), &mut trajectory, six_mut(d)),
    );
    suite.run(
        &Problem::new("loop of small calls", "1000", data(1000)),
        loop_of_calls,
        loop_of_calls::value_and_gradient_into,
        loop_of_calls_by_hand,
    );
    suite.run(
        &Problem::new("branches", "1000", data(1000)),
        branches,
        branches::value_and_gradient_into,
        branches_by_hand,
    );
}

fn six(p: &[f64]) -> &[f64; 6] {
    p.try_into().expect("six inputs")
}

fn six_mut(d: &mut [f64]) -> &mut [f64; 6] {
    d.try_into().expect("six inputs")
}

fn products(suite: &mut Suite) {
    const N: usize = 64;
    let problem = |name| Problem::new(name, N.to_string(), data(2 * N * N));
    let by_hand = |at: &[f64], d: &mut [f64]| {
        let ((a, b), (da, db)) = (at.split_at(N * N), d.split_at_mut(N * N));
        matmul_by_hand(a, b, black_box(N), da, db)
    };
    suite.run(
        &problem("matmul"),
        |at| matmul(&at[..N * N], &at[N * N..], black_box(N)),
        |at, d| {
            let ((a, b), (da, db)) = (at.split_at(N * N), d.split_at_mut(N * N));
            matmul::value_and_gradient_into(a, b, black_box(N), da, db)
        },
        by_hand,
    );
    suite.run(
        &problem("naive matmul"),
        |at| naive_matmul(&at[..N * N], &at[N * N..], black_box(N)),
        |at, d| {
            let ((a, b), (da, db)) = (at.split_at(N * N), d.split_at_mut(N * N));
            naive_matmul::value_and_gradient_into(a, b, black_box(N), da, db)
        },
        by_hand,
    );
}

fn kronecker(suite: &mut Suite) {
    for (n, m) in [(5, 10), (20, 40)] {
        suite.run(
            &Problem::new("kron sum", format!("{n} x {m}"), data(n * n + m * m)),
            |at| kron_sum(&at[..n * n], &at[n * n..], n, m),
            |at, d| {
                let ((a, b), (da, db)) = (at.split_at(n * n), d.split_at_mut(n * n));
                kron_sum::value_and_gradient_into(a, b, n, m, da, db)
            },
            |at, d| {
                let ((a, b), (da, db)) = (at.split_at(n * n), d.split_at_mut(n * n));
                kron_sum_by_hand(a, b, (n, m), da, db)
            },
        );
    }
}

fn perceptron(suite: &mut Suite) {
    let (at, x) = &network(32, 64);
    let sizes = [32 * 64, 64, 64, 1];
    suite.run(
        &Problem::new("mlp", "32-64-1", at.clone()),
        |at| {
            let [w1, b1, w2, b2] = parts(at, sizes);
            mlp(w1, b1, w2, b2[0], x)
        },
        |at, d| {
            let [w1, b1, w2, b2] = parts(at, sizes);
            let [dw1, db1, dw2, db2] = parts_mut(d, sizes);
            mlp::value_and_gradient_into(w1, b1, w2, b2[0], x, dw1, db1, dw2, &mut db2[0])
        },
        |at, d| mlp_by_hand(parts(at, sizes), x, parts_mut(d, sizes)),
    );
}
