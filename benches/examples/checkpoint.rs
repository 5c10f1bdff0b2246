//! What `#[checkpoint]` saves and costs: peak memory and time of gradients with and without it, and the
//! time of the function itself.
//!
//! `cargo run --release -p pullback-benches --example checkpoint`

use pullback_benches::checkpointed::{pendulum, pendulum_by_parts, rod, rod_by_parts};
use pullback_benches::memory::measured_afresh;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The fastest of a few runs.
fn fastest<R>(mut call: impl FnMut() -> R) -> Duration {
    let run = |_| {
        let start = Instant::now();
        black_box(call());
        start.elapsed()
    };
    (0..5).map(run).min().unwrap_or_default()
}

/// Memory first: what a rule has learned of the sizes it needs, it asks for at once.
fn row<P, W: Send, M: Send>(
    name: &str,
    primal: impl FnMut() -> P,
    whole: impl FnMut() -> W + Copy + Send,
    by_parts: impl FnMut() -> M + Copy + Send,
) {
    let mebibytes = |bytes: usize| bytes as f64 / f64::from(1 << 20);
    let memory = [
        measured_afresh(whole).1.peak_bytes,
        measured_afresh(by_parts).1.peak_bytes,
    ];
    let [primal, whole, by_parts] = [fastest(primal), fastest(whole), fastest(by_parts)];
    println!(
        "{name:26} {:10.3} MiB {:8.3} MiB {:9.2} {:9.2}",
        mebibytes(memory[0]),
        mebibytes(memory[1]),
        whole.div_duration_f64(primal),
        by_parts.div_duration_f64(primal),
    );
}

fn main() {
    println!("                               memory     by parts      ratio  by parts");
    for steps in [10_000, 1_000_000] {
        row(
            &format!("pendulum, {steps} steps"),
            || pendulum(black_box([1.0, 0.2]), 0.1, steps),
            || pendulum::value_and_gradient(black_box([1.0, 0.2]), 0.1, steps),
            || pendulum_by_parts::value_and_gradient(black_box([1.0, 0.2]), 0.1, steps),
        );
    }
    let start: Vec<f64> = (0..1000).map(|i| (f64::from(i) * 0.3).sin()).collect();
    let start = &start[..];
    for steps in [100, 10_000] {
        row(
            &format!("rod of 1000, {steps} steps"),
            || rod(black_box(start), 0.1, steps),
            || rod::value_and_gradient(black_box(start), 0.1, steps),
            || rod_by_parts::value_and_gradient(black_box(start), 0.1, steps),
        );
    }
}
