//! What the attribute costs whoever compiles it.
//!
//! `cargo run -p pullback-benches --bin build_cost [-- --quick]` prints how long the macro takes for functions
//! of several lengths and how much it emits, how long a crate of 300 differentiable functions takes beside
//! the same crate without the attribute, and what a gradient costs in a debug build, as this one is meant
//! to be. Everything it compiles stands in `target/build_cost`.

mod project;
mod sources;

use project::{Expansion, Package, Result, Workshop};
use pullback_benches::micro::lotka_volterra;
use pullback_benches::timing::{Batch, time_in_turn};
use sources::{Sample, Use, changed, library, samples};
use std::hint::black_box;

/// How large the measurements are.
struct Scale {
    functions: usize,
    rounds: usize,
}

fn main() -> Result<()> {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let scale = if quick {
        Scale {
            functions: 30,
            rounds: 1,
        }
    } else {
        Scale {
            functions: 300,
            rounds: 3,
        }
    };
    let workshop = Workshop::new()?;
    builds(&workshop, &scale)?;
    expansions(&workshop, &scale)?;
    debug_speed();
    Ok(())
}

/// The least of several measurements.
fn least(rounds: usize, mut measure: impl FnMut() -> Result<f64>) -> Result<f64> {
    let mut least = measure()?;
    for _ in 1..rounds {
        least = least.min(measure()?);
    }
    Ok(least)
}

/// A crate without the attribute, with it, and with every gradient called once.
fn builds(workshop: &Workshop, scale: &Scale) -> Result<()> {
    let Scale { functions, rounds } = *scale;
    println!("{functions} functions, seconds (multiples of those without the attribute)");
    println!(
        "{:24} {:>10} {:>18} {:>18}",
        "", "without", "no gradient used", "one of each used"
    );
    let package = |name, with| workshop.package(name, &library(functions, with));
    let packages = [
        package("plain", Use::Plain)?,
        package("no_gradient", Use::NoGradient)?,
        package("gradients", Use::Gradients)?,
    ];
    let commands: [&[&str]; 3] = [&["check"], &["build"], &["build", "--release"]];
    for command in commands {
        let measure = |package: &Package| least(rounds, || package.cargo(command, false));
        print_builds(&format!("cargo {}", command.join(" ")), &packages, measure)?;
    }
    let change = |package: &Package| least(rounds, || after_a_change(package));
    print_builds("one function changed", &packages, change)
}

fn print_builds(
    name: &str,
    packages: &[Package; 3],
    measure: impl Fn(&Package) -> Result<f64>,
) -> Result<()> {
    let [plain, rest @ ..] = packages;
    let plain = measure(plain)?;
    print!("{name:24} {plain:>10.2}");
    for package in rest {
        let seconds = measure(package)?;
        print!(" {:>18}", format!("{seconds:.2} ({:.1})", seconds / plain));
    }
    println!();
    Ok(())
}

/// An incremental build after one function became another.
fn after_a_change(package: &Package) -> Result<f64> {
    let before = package.read()?;
    package.cargo(&["build"], true)?;
    package.write(&changed(&before))?;
    let seconds = package.again(&["build"], true);
    package.write(&before)?;
    seconds
}

/// How long the macro takes for one function, and how much it writes for a line.
fn expansions(workshop: &Workshop, scale: &Scale) -> Result<()> {
    println!(
        "\n{:24} {:>6} {:>14} {:>16} {:>16}",
        "expansion", "lines", "milliseconds", "lines per line", "bytes per byte"
    );
    for sample in samples() {
        let name = format!("expansion_{}", sample.lines);
        let plain = expansion(workshop, &name, &sample, Use::Plain, scale.rounds)?;
        let derived = expansion(workshop, &name, &sample, Use::NoGradient, scale.rounds)?;
        let seconds = (derived.seconds - plain.seconds) / sample.copies as f64;
        let lines = |text: &str| text.lines().count() as f64;
        println!(
            "{:24} {:>6} {:>14.2} {:>16.1} {:>16.1}",
            sample.name,
            sample.lines,
            1e3 * seconds,
            lines(&derived.text) / lines(&plain.text),
            derived.text.len() as f64 / plain.text.len() as f64,
        );
    }
    Ok(())
}

/// The fastest of several expansions.
fn expansion(
    workshop: &Workshop,
    name: &str,
    sample: &Sample,
    with: Use,
    rounds: usize,
) -> Result<Expansion> {
    let package = workshop.package(name, &sample.library(with))?;
    let mut fastest = package.expand()?;
    for _ in 0..rounds {
        let next = package.expand()?;
        if next.seconds < fastest.seconds {
            fastest = next;
        }
    }
    Ok(fastest)
}

/// A gradient in the profile of this program, as a multiple of its function.
fn debug_speed() {
    let profile = if cfg!(debug_assertions) {
        "debug"
    } else {
        "release: run this in a debug build"
    };
    let p = [1.1, 0.4, 0.1, 0.4, 10.0, 5.0];
    let primal: Batch = Box::new(|calls| {
        for _ in 0..calls {
            black_box(lotka_volterra(black_box(&p), black_box(1000)));
        }
    });
    let mut d = [0.0; 6];
    let derived: Batch = Box::new(|calls| {
        for _ in 0..calls {
            let d = black_box(&mut d);
            black_box(lotka_volterra::value_and_gradient_into(
                black_box(&p),
                black_box(1000),
                d,
            ));
        }
    });
    let times = time_in_turn(vec![primal, derived], 20);
    println!(
        "\nlotka-volterra, 1000 steps, value and gradient / primal ({profile}): {:.2}",
        times[1].fastest / times[0].fastest
    );
}
