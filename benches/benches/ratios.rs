//! Value and gradient, as multiples of the primal, beside gradients written by hand.
//!
//! `cargo bench -p pullback-benches [-- [FILTER] [--quick] [--out=FOLDER]]` prints a table, and writes it
//! into `target/tmp` (or `FOLDER`) as `ratios.csv` and, as a chart, `ratios.svg`.

use pullback_benches::suite::{Options, Suite, no_peers};
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::new(std::env::args().skip(1));
    Suite::new(options, no_peers).report(Path::new(env!("CARGO_TARGET_TMPDIR")))
}
