//! Times calls in turn, in one process.
//!
//! Machines are noisy, and drift: every round times each call once, and what is reported are ratios of
//! the fastest rounds and of the medians.

use std::time::Instant;

/// How long a batch of calls should take at least, in seconds.
const BATCH: f64 = 1e-3;

/// Runs a call as often as it is told to.
pub type Batch<'a> = Box<dyn FnMut(usize) + Send + 'a>;

/// What one call takes, in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub struct Time {
    /// In the fastest round.
    pub fastest: f64,
    /// In the median round.
    pub median: f64,
}

/// Times every call once in each of `rounds` rounds.
pub fn time_in_turn(calls: Vec<Batch<'_>>, rounds: usize) -> Vec<Time> {
    let mut timers: Vec<Timer> = calls.into_iter().map(Timer::new).collect();
    for _ in 0..rounds {
        timers.iter_mut().for_each(Timer::round);
    }
    timers.into_iter().map(Timer::time).collect()
}

struct Timer<'a> {
    call: Batch<'a>,
    calls_a_batch: usize,
    nanoseconds: Vec<f64>,
}

impl<'a> Timer<'a> {
    /// Doubles the batch until it is long enough: a warm-up, too.
    fn new(call: Batch<'a>) -> Self {
        let mut timer = Timer {
            call,
            calls_a_batch: 1,
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
        (self.call)(self.calls_a_batch);
        start.elapsed().as_secs_f64()
    }

    fn round(&mut self) {
        let seconds = self.batch();
        self.nanoseconds
            .push(seconds * 1e9 / self.calls_a_batch as f64);
    }

    fn time(mut self) -> Time {
        self.nanoseconds.sort_by(f64::total_cmp);
        Time {
            fastest: self.nanoseconds[0],
            median: self.nanoseconds[self.nanoseconds.len() / 2],
        }
    }
}
