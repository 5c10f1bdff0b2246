//! Fits a mixture of Gaussians to the eruptions of Old Faithful by maximum likelihood.
//!
//! ```text
//! cargo run --release --example mixture [-- [--components K] [PICTURE.svg]]
//! ```
//!
//! The likelihood in `model.rs` is ordinary Rust; its gradient comes from `#[differentiable]`,
//! and argmin's L-BFGS climbs with it (`fit.rs`).

mod data;
mod fit;
mod mixture;
mod model;
mod plot;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use fit::Fit;

const USAGE: &str = "usage: mixture [--components K] [PICTURE.svg]";

struct Options {
    components: usize,
    picture: PathBuf,
}

impl Options {
    fn parse(mut arguments: impl Iterator<Item = String>) -> Option<Self> {
        let mut options = Self {
            components: 2,
            picture: PathBuf::from("target/mixture.svg"),
        };
        while let Some(argument) = arguments.next() {
            if argument == "--components" {
                options.components = arguments.next()?.parse().ok().filter(|k| *k > 0)?;
            } else if argument.starts_with('-') {
                return None;
            } else {
                options.picture = PathBuf::from(argument);
            }
        }
        Some(options)
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let options = Options::parse(std::env::args().skip(1)).ok_or(USAGE)?;
    let points = data::old_faithful();
    let clock = Instant::now();
    let fit = fit::best_of_starts(&points, options.components)?
        .ok_or("every start ended with a component collapsed onto a few points: use fewer")?;
    println!(
        "Old Faithful: {} eruptions, K = {}, fitted in {:.0?}",
        points.len(),
        options.components,
        clock.elapsed(),
    );
    print_table(&fit);
    create_folder_of(&options.picture)?;
    plot::draw(&options.picture, &points, &fit.mixture)?;
    println!("picture         {}", options.picture.display());
    Ok(())
}

fn print_table(fit: &Fit) {
    println!();
    println!("                   eruption [min]     waiting [min]");
    println!("   weight          mean       sd      mean       sd   correlation");
    for (k, c) in fit.mixture.components.iter().enumerate() {
        println!(
            "{:>2} {:6.4}      {:8.4} {:8.4}  {:8.3} {:8.3}      {:8.4}",
            k + 1,
            c.weight,
            c.mean[0],
            c.deviation[0],
            c.mean[1],
            c.deviation[1],
            c.correlation,
        );
    }
    println!();
    println!("log likelihood  {:.4}", fit.log_likelihood);
    println!("BIC             {:.4}", fit.bic);
    println!("iterations      {}", fit.iterations);
    println!("evaluations     {}", fit.evaluations);
    let remark = if fit.converged() {
        ""
    } else {
        ", not converged"
    };
    println!("gradient norm   {:.1e}{remark}", fit.gradient_norm);
}

fn create_folder_of(file: &Path) -> std::io::Result<()> {
    match file.parent() {
        Some(folder) => std::fs::create_dir_all(folder),
        None => Ok(()),
    }
}
