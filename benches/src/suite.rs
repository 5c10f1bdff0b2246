//! Runs the problems, each with its derived and its hand-written gradient.
//!
//! Receives what the command line asks for, and other tools' gradients if there are any; promises one
//! [`Row`] per problem, whose gradients agree. A problem is its input as one slice of numbers, a
//! function of that, and gradients that write into a slice:
//!
//! ```
//! use pullback_benches::micro::{sum, sum_by_hand};
//! use pullback_benches::suite::{Options, Problem, Suite, no_peers};
//!
//! let mut suite = Suite::new(Options::new(["--quick"].map(String::from)), no_peers);
//! let problem = Problem::new("sum", "3", vec![1.0, 2.0, 4.0]);
//! suite.run(&problem, sum, sum::value_and_gradient_into, sum_by_hand);
//! assert_eq!(suite.rows()[0].entries[1].tool, "pullback");
//! ```

mod abstractions;
mod contender;
mod gradbench;
mod kernels;
mod loops;
mod options;
mod scalars;

pub use contender::{Contender, Problem};
pub use options::Options;

use crate::gradbench::relative_error;
use crate::report::{self, Entry, Row, table};
use crate::timing::time_in_turn;
use std::error::Error;
use std::path::Path;

/// Gradients of a problem by other tools.
pub type Peers = for<'a> fn(&'a Problem) -> Vec<Contender<'a>>;

/// No other tools.
pub fn no_peers(_: &Problem) -> Vec<Contender<'_>> {
    Vec::new()
}

/// The rows so far.
pub struct Suite {
    options: Options,
    peers: Peers,
    rows: Vec<Row>,
}

impl Suite {
    /// A suite with no rows yet.
    pub fn new(options: Options, peers: Peers) -> Self {
        Suite {
            options,
            peers,
            rows: Vec::new(),
        }
    }

    /// All problems, each printed as soon as it is measured.
    fn run_all(&mut self) {
        println!("{}", table::heading());
        kernels::run(self);
        loops::run(self);
        scalars::run(self);
        abstractions::run(self);
        gradbench::run(self);
    }

    /// Runs all problems and writes what was measured into the folder asked for, or else into `folder`.
    ///
    /// # Errors
    ///
    /// If the files cannot be written.
    pub fn report(mut self, folder: &Path) -> Result<(), Box<dyn Error>> {
        self.run_all();
        println!("\n{}", table::summary(&self.rows));
        let folder = self.options.out.as_deref().unwrap_or(folder);
        for path in report::write(&self.rows, folder)? {
            println!("{}", path.display());
        }
        Ok(())
    }

    /// What was measured.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// A problem and its two gradients.
    pub fn run<'a>(
        &mut self,
        problem: &'a Problem,
        primal: impl FnMut(&[f64]) -> f64 + Send + 'a,
        derived: impl FnMut(&[f64], &mut [f64]) -> f64 + Send + 'a,
        by_hand: impl FnMut(&[f64], &mut [f64]) -> f64 + Send + 'a,
    ) {
        self.run_beside(problem, primal, derived, by_hand, Vec::new());
    }

    /// The same with further gradients to compare with.
    pub fn run_beside<'a>(
        &mut self,
        problem: &'a Problem,
        mut primal: impl FnMut(&[f64]) -> f64 + Send + 'a,
        derived: impl FnMut(&[f64], &mut [f64]) -> f64 + Send + 'a,
        by_hand: impl FnMut(&[f64], &mut [f64]) -> f64 + Send + 'a,
        beside: Vec<Contender<'a>>,
    ) {
        let name = format!("{} {}", problem.name, problem.size);
        if (self.options.filter.as_ref()).is_some_and(|filter| !name.contains(filter)) {
            return;
        }
        let primal = Contender::new("primal", problem, move |at, _: &mut [f64]| primal(at));
        let mut contenders = vec![
            Contender::new("pullback", problem, derived),
            Contender::new("by hand", problem, by_hand),
        ];
        contenders.extend(beside);
        contenders.extend((self.peers)(problem));
        let row = measure(problem, primal, contenders, self.options.rounds());
        println!("{}", table::line(&row));
        self.rows.push(row);
    }
}

fn measure<'a>(
    problem: &Problem,
    mut primal: Contender<'a>,
    mut contenders: Vec<Contender<'a>>,
    rounds: usize,
) -> Row {
    // The first call tells the library how much its loops store: the second one takes that at once.
    contenders[0].call(true);
    let (value, _, peak) = primal.call(true);
    let mut peaks = vec![peak];
    let mut expected = None;
    for contender in &mut contenders {
        let (v, gradient, peak) = contender.call(true);
        let expected = expected.get_or_insert_with(|| gradient.clone());
        let errors = [
            relative_error(&[v], &[value]),
            relative_error(&gradient, expected),
        ];
        let (name, tool) = (problem.name, contender.tool);
        assert!(
            errors.iter().all(|e| *e < 1e-9),
            "{name}, {tool}: {errors:?}"
        );
        peaks.push(peak);
    }
    contenders.insert(0, primal);
    let allocations: Vec<u64> = contenders.iter_mut().map(second_call).collect();
    let tools: Vec<&str> = contenders.iter().map(|c| c.tool).collect();
    let batches = contenders.into_iter().map(Contender::into_batch).collect();
    let times = time_in_turn(batches, rounds);
    let entries = (tools.into_iter().zip(times)).zip(peaks.iter().zip(allocations));
    Row {
        problem: problem.name.into(),
        size: problem.size.clone(),
        entries: entries
            .map(|((tool, time), (peak, allocations))| Entry {
                tool: tool.into(),
                time,
                allocations,
                peak_bytes: peak.peak_bytes,
            })
            .collect(),
    }
}

/// The allocations of the second call on a thread: the first may keep some for later ones.
fn second_call(contender: &mut Contender) -> u64 {
    contender.call(false);
    contender.call(false).2.allocations
}
