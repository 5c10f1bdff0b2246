//! Times a primal, its derived and its hand-written gradient in turn, in one process.
//!
//! Machines are noisy, and drift: every round times each of the three once, and what is reported are
//! ratios, of the fastest rounds and of the medians.

use pullback::check::CountingAllocator;
use std::hint::black_box;
use std::time::Instant;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// How long a batch of calls should take at least, in seconds.
const BATCH: f64 = 1e-3;

/// What one call takes.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// Nanoseconds, in the fastest round.
    pub fastest: f64,
    /// Nanoseconds, in the median round.
    pub median: f64,
    /// Blocks that the second call takes from the allocator: the first may keep some for later ones.
    pub allocations: u64,
}

/// One row of the table.
#[derive(Debug)]
pub struct Row {
    /// What was measured.
    pub name: String,
    /// The function itself.
    pub primal: Cost,
    /// Value and derived gradient.
    pub derived: Cost,
    /// Value and hand-written gradient.
    pub by_hand: Cost,
}

/// Measures three closures over `rounds` rounds.
pub fn measure<'a>(
    name: &str,
    rounds: usize,
    primal: &'a mut dyn FnMut() -> f64,
    derived: &'a mut dyn FnMut() -> f64,
    by_hand: &'a mut dyn FnMut() -> f64,
) -> Row {
    let mut timers = [primal, derived, by_hand].map(Timer::new);
    for _ in 0..rounds {
        timers.iter_mut().for_each(Timer::round);
    }
    let [primal, derived, by_hand] = timers.map(Timer::cost);
    Row {
        name: name.to_string(),
        primal,
        derived,
        by_hand,
    }
}

/// Calls in batches, and what each round took.
struct Timer<'a> {
    call: &'a mut dyn FnMut() -> f64,
    calls_a_batch: usize,
    allocations: u64,
    nanoseconds: Vec<f64>,
}

impl<'a> Timer<'a> {
    /// Doubles the batch until it is long enough: a warm-up, too.
    fn new(call: &'a mut dyn FnMut() -> f64) -> Self {
        black_box(call());
        let before = CountingAllocator::allocations();
        black_box(call());
        let allocations = CountingAllocator::allocations() - before;
        let mut timer = Timer {
            call,
            calls_a_batch: 1,
            allocations,
            nanoseconds: Vec::new(),
        };
        while timer.batch() < BATCH {
            timer.calls_a_batch *= 2;
        }
        timer
    }

    /// One batch, in seconds.
    fn batch(&mut self) -> f64 {
        let start = Instant::now();
        for _ in 0..self.calls_a_batch {
            black_box((self.call)());
        }
        start.elapsed().as_secs_f64()
    }

    fn round(&mut self) {
        let seconds = self.batch();
        self.nanoseconds
            .push(seconds * 1e9 / self.calls_a_batch as f64);
    }

    fn cost(mut self) -> Cost {
        self.nanoseconds.sort_by(f64::total_cmp);
        Cost {
            fastest: self.nanoseconds[0],
            median: self.nanoseconds[self.nanoseconds.len() / 2],
            allocations: self.allocations,
        }
    }
}

/// The heading of [`Row::line`].
pub fn heading() -> String {
    format!(
        "{:28} {:>12} {:>16} {:>16} {:>14} {:>18}",
        "problem", "primal ns", "gradient/primal", "by hand/primal", "gradient/hand", "allocations"
    )
}

impl Row {
    /// The row as a line of the table: value and gradient as multiples of the primal in the fastest
    /// rounds (in the median ones), and the allocations of primal, derived and by hand.
    pub fn line(&self) -> String {
        let Row {
            primal,
            derived,
            by_hand,
            ..
        } = self;
        let ratio = |cost: &Cost| {
            let (fastest, median) = (cost.fastest / primal.fastest, cost.median / primal.median);
            format!("{fastest:.2} ({median:.2})")
        };
        let allocations = [primal, derived, by_hand].map(|cost| cost.allocations.to_string());
        format!(
            "{:28} {:>12.1} {:>16} {:>16} {:>14.2} {:>18}",
            self.name,
            primal.fastest,
            ratio(derived),
            ratio(by_hand),
            derived.fastest / by_hand.fastest,
            allocations.join(" ")
        )
    }
}
