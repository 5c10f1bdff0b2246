//! Random programs, each checked like those of the tests.
//!
//! `cargo run -p pullback-tests --example random -- 0..40 [--release]` writes a program for each of
//! the seeds, leaves those out that are no valid Rust by themselves, and tells of each other one
//! that is refused, and of each gradient that is not what finite differences say. The programs
//! stand in `target/random`, one file for each seed, where they can be made smaller by hand.
//!
//! A refusal in a sentence is right where the guide says so; everything else that is told is a
//! defect, and belongs into `tests/tests/programs/regressions.rs` when it is mended.

#[allow(dead_code)]
mod common;
mod grammar;
mod package;
mod program;
mod template;

use package::{Package, Result};
use std::collections::BTreeMap;
use std::ops::Range;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let release = arguments.iter().any(|argument| argument == "--release");
    let options: &[&str] = if release { &["--release"] } else { &[] };
    let seeds = arguments.iter().find_map(|argument| range(argument));
    let seeds = seeds.unwrap_or(0..20);
    let mut programs: BTreeMap<u64, String> =
        seeds.map(|seed| (seed, program::program(seed))).collect();

    let plain = Package::new("plain")?;
    compiled(&plain, &mut programs, true, |_, _| {})?;
    println!("{} programs are valid by themselves", programs.len());

    let package = Package::new("programs")?;
    compiled(&package, &mut programs, false, |seed, error| {
        println!("\n{} is refused:\n{error}", package.file(seed).display());
    })?;
    println!("{} programs are differentiable", programs.len());

    let failures = package.failures(options)?;
    for (seed, failure) in &failures {
        println!("\n{}:\n{failure}", package.file(*seed).display());
    }
    println!("{} programs have a wrong gradient", failures.len());
    Ok(())
}

fn range(argument: &str) -> Option<Range<u64>> {
    let (start, end) = argument.split_once("..")?;
    Some(start.parse().ok()?..end.parse().ok()?)
}

/// Compiles the programs, without those that do not compile.
///
/// Errors of later phases of the compiler show when those of earlier ones are gone.
fn compiled(
    package: &Package,
    programs: &mut BTreeMap<u64, String>,
    plain: bool,
    mut tell: impl FnMut(u64, &str),
) -> Result<()> {
    loop {
        package.write(programs, plain)?;
        let errors = package.errors()?;
        if errors.is_empty() {
            return Ok(());
        }
        for (seed, error) in errors {
            tell(seed, &error);
            programs.remove(&seed).ok_or("an error of no program")?;
        }
    }
}
