//! What was measured, and how it is written: as a table, as CSV, as a chart.
//!
//! Receives rows; promises files that say the same as the table:
//!
//! ```text
//! target/tmp/ratios.csv   one line per problem and tool, all figures
//! target/tmp/ratios.svg   one group of bars per problem, one bar per tool
//! ```

pub mod chart;
pub mod csv;
pub mod table;

use crate::timing::Time;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// What one tool takes for one problem.
#[derive(Clone, Debug)]
pub struct Entry {
    /// `primal`, `pullback`, `by hand`, or the name of another.
    pub tool: String,
    /// How long a call takes.
    pub time: Time,
    /// Blocks that the second call takes from the allocator.
    pub allocations: u64,
    /// The most heap bytes alive at once during a call that finds nothing kept from earlier ones.
    pub peak_bytes: usize,
}

/// What all of them take for one problem: the primal, `pullback`, the gradient by hand, then others.
#[derive(Clone, Debug)]
pub struct Row {
    /// The problem's name.
    pub problem: String,
    /// Its size.
    pub size: String,
    /// By tool; at least the first three.
    pub entries: Vec<Entry>,
}

impl Row {
    /// The fastest round of `entry` as a multiple of the primal's.
    pub fn ratio(&self, entry: &Entry) -> f64 {
        entry.time.fastest / self.entries[0].time.fastest
    }

    /// The same of the median rounds.
    pub fn median_ratio(&self, entry: &Entry) -> f64 {
        entry.time.median / self.entries[0].time.median
    }

    /// How much longer the derived gradient takes than the hand-written one.
    pub fn over_by_hand(&self) -> f64 {
        self.entries[1].time.fastest / self.entries[2].time.fastest
    }

    /// The problem and its size.
    pub fn name(&self) -> String {
        format!("{} {}", self.problem, self.size)
    }
}

/// The geometric mean, 1 of nothing.
///
/// ```
/// assert_eq!(pullback_benches::report::geometric_mean([1.0, 4.0].into_iter()), 2.0);
/// ```
pub fn geometric_mean(ratios: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = ratios.len().max(1) as f64;
    (ratios.map(f64::ln).sum::<f64>() / count).exp()
}

/// Writes `ratios.csv` and `ratios.svg` into `folder`, and returns their paths.
///
/// # Errors
///
/// If the folder cannot be made or a file cannot be written.
pub fn write(rows: &[Row], folder: &Path) -> Result<[PathBuf; 2], Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    let [table, picture] = ["ratios.csv", "ratios.svg"].map(|name| folder.join(name));
    fs::write(&table, csv::text(rows))?;
    fs::write(&picture, chart::svg(rows)?)?;
    Ok([table, picture])
}

#[cfg(test)]
fn example() -> Row {
    let entry = |tool: &str, fastest, median, allocations, peak_bytes| Entry {
        tool: tool.into(),
        time: Time { fastest, median },
        allocations,
        peak_bytes,
    };
    Row {
        problem: "sum".into(),
        size: "1000".into(),
        entries: vec![
            entry("primal", 10.0, 20.0, 0, 0),
            entry("pullback", 15.0, 30.0, 0, 64),
            entry("by hand", 12.0, 25.0, 1, 32),
            entry("tape", 300.0, 500.0, 7, 4096),
        ],
    }
}
