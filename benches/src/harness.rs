//! Times a primal, its derived and its hand-written gradient in turn, in one process.
//!
//! Machines are noisy, and drift: every round times each of the three once, the smallest time of each
//! over all rounds is kept, and what is reported are ratios.

use std::hint::black_box;
use std::time::Instant;

/// How long a batch of calls should take at least, in seconds.
const BATCH: f64 = 0.5e-3;

/// One row of the table.
#[derive(Debug)]
pub struct Row {
    /// What was measured.
    pub name: String,
    /// Nanoseconds a call: primal, value and derived gradient, value and hand-written gradient.
    pub nanoseconds: [f64; 3],
}

/// Measures three closures over `rounds` rounds.
pub fn measure(
    name: &str,
    rounds: usize,
    primal: &mut dyn FnMut() -> f64,
    derived: &mut dyn FnMut() -> f64,
    by_hand: &mut dyn FnMut() -> f64,
) -> Row {
    let calls: [&mut dyn FnMut() -> f64; 3] = [primal, derived, by_hand];
    let mut timed: Vec<(&mut dyn FnMut() -> f64, usize, f64)> = calls
        .into_iter()
        .map(|call| {
            let n = calls_a_batch(call);
            (call, n, f64::INFINITY)
        })
        .collect();
    for _ in 0..rounds {
        for (call, n, best) in &mut timed {
            *best = best.min(batch(*call, *n) / *n as f64);
        }
    }
    Row {
        name: name.to_string(),
        nanoseconds: [0, 1, 2].map(|i| timed[i].2 * 1e9),
    }
}

fn batch(call: &mut dyn FnMut() -> f64, n: usize) -> f64 {
    let start = Instant::now();
    for _ in 0..n {
        black_box(call());
    }
    start.elapsed().as_secs_f64()
}

/// Doubles the batch until it is long enough: a warm-up, too.
fn calls_a_batch(call: &mut dyn FnMut() -> f64) -> usize {
    let mut n = 1;
    while batch(call, n) < BATCH {
        n *= 2;
    }
    n
}

/// The heading of [`Row::line`].
pub fn heading() -> String {
    format!(
        "{:28} {:>12} {:>16} {:>16} {:>14}",
        "problem", "primal ns", "gradient/primal", "by hand/primal", "gradient/hand"
    )
}

impl Row {
    /// The row as a line of the table: value and gradient, as multiples of the primal.
    pub fn line(&self) -> String {
        let [primal, derived, by_hand] = self.nanoseconds;
        format!(
            "{:28} {:>12.1} {:>16.2} {:>16.2} {:>14.2}",
            self.name,
            primal,
            derived / primal,
            by_hand / primal,
            derived / by_hand
        )
    }
}
