//! The suite with other crates' gradients in it.
//!
//! `cargo bench --manifest-path benches/peers/Cargo.toml [-- [FILTER] [--quick] [--out=FOLDER]]` prints a
//! table, and writes it into `benches/peers/target/tmp` (or `FOLDER`) as `ratios.csv` and `ratios.svg`.

use pullback_benches::suite::{Options, Suite};
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::new(std::env::args().skip(1));
    Suite::new(options, pullback_peers::peers).report(Path::new(env!("CARGO_TARGET_TMPDIR")))
}
