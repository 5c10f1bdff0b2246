//! The package that the programs are compiled in, in the target folder.

use serde_json::Value;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A failed command is an error with what it printed.
pub type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// What is wrong with programs, by their seeds.
pub type Faults = BTreeMap<u64, String>;

/// Where the tests' package is.
const TESTS: &str = env!("CARGO_MANIFEST_DIR");

/// The types and functions that all programs use.
const COMMON: &str = include_str!("common.rs");

/// A package with one module for each program.
pub struct Package {
    folder: PathBuf,
}

impl Package {
    /// An empty package beside cargo's folders.
    pub fn new(name: &str) -> Result<Self> {
        let executable = std::env::current_exe()?;
        let target = executable.ancestors().nth(3);
        let folder = target
            .ok_or("not in a target folder")?
            .join("random")
            .join(name);
        fs::create_dir_all(folder.join("src"))?;
        let workspace = Path::new(TESTS).join("..");
        let manifest = format!(
            "[workspace]\n\n[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [dependencies]\npullback = {{ path = {workspace:?} }}\npullback-tests = {{ path = {TESTS:?} }}\n"
        );
        fs::write(folder.join("Cargo.toml"), manifest)?;
        // The same versions as here, and nothing is fetched.
        fs::copy(workspace.join("Cargo.lock"), folder.join("Cargo.lock"))?;
        Ok(Package { folder })
    }

    /// The file of a seed's program.
    pub fn file(&self, seed: u64) -> PathBuf {
        self.folder.join(format!("src/p{seed}.rs"))
    }

    /// Writes the programs; without the attributes and tests if they are to be plain Rust.
    pub fn write(&self, programs: &BTreeMap<u64, String>, plain: bool) -> Result<()> {
        let modules: String = programs
            .keys()
            .map(|seed| format!("mod p{seed};\n"))
            .collect();
        let library = format!("#![allow(warnings)]\nmod common;\n{modules}");
        fs::write(self.folder.join("src/lib.rs"), library)?;
        let text = |text: &str| {
            if plain {
                without_attributes(text)
            } else {
                text.into()
            }
        };
        fs::write(self.folder.join("src/common.rs"), text(COMMON))?;
        for (&seed, program) in programs {
            let uses = "use crate::common::*;\nuse pullback::differentiable;\n\
                        use pullback_tests::check;\nuse std::collections::VecDeque;\n\n";
            fs::write(self.file(seed), format!("{uses}{}", text(program)))?;
        }
        Ok(())
    }

    /// The first error of each program that does not compile.
    pub fn errors(&self) -> Result<Faults> {
        let output = self.cargo(&["check", "--tests", "--message-format=json"])?;
        let mut faults = Faults::new();
        for line in String::from_utf8(output.stdout)?.lines() {
            let message: Value = serde_json::from_str(line)?;
            let message = &message["message"];
            if message["level"] != "error" {
                continue;
            }
            let text = message["rendered"].as_str().unwrap_or_default();
            if let Some(seed) = seed_after(text, "src/p") {
                faults.entry(seed).or_insert_with(|| text.into());
            }
        }
        if faults.is_empty() && !output.status.success() {
            return Err(String::from_utf8(output.stderr)?.into());
        }
        Ok(faults)
    }

    /// The failed tests of each program.
    pub fn failures(&self, options: &[&str]) -> Result<Faults> {
        let output = self.cargo(&[&["test", "--lib", "--no-fail-fast"], options].concat())?;
        let text = String::from_utf8(output.stdout)?;
        if !text.contains("test result:") {
            return Err(String::from_utf8(output.stderr)?.into());
        }
        let mut faults = Faults::new();
        for section in text.split("\n---- ").skip(1) {
            let section = section.split("\nfailures:").next().unwrap_or(section);
            // Finite differences say by themselves where they are none: at kinks and poles.
            if section.contains("is no reference here") || section.contains("is not finite") {
                continue;
            }
            if let Some(seed) = seed_after(section, "p") {
                faults.entry(seed).or_default().push_str(section);
            }
        }
        Ok(faults)
    }

    fn cargo(&self, arguments: &[&str]) -> Result<Output> {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
        cargo
            .args(arguments)
            .args(["--quiet", "--offline", "--target-dir"]);
        // Plain and differentiable programs share what they depend on.
        cargo
            .arg(self.folder.join("../target"))
            .current_dir(&self.folder);
        Ok(cargo
            .env("CARGO_INCREMENTAL", "0")
            .env("RUST_BACKTRACE", "0")
            .output()?)
    }
}

/// The number behind the first `start` that is followed by one.
fn seed_after(text: &str, start: &str) -> Option<u64> {
    text.match_indices(start).find_map(|(at, _)| {
        let rest = &text[at + start.len()..];
        let end = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        rest[..end].parse().ok()
    })
}

/// The primals alone.
fn without_attributes(text: &str) -> String {
    text.lines()
        .filter(|line| !line.contains("#[differentiable]") && !line.starts_with("check!"))
        .map(|line| line.replace(", Differentiable)]", ")]") + "\n")
        .collect()
}
