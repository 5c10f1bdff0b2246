//! Packages that are written into the target folder and compiled there.
//!
//! Receives the text of a library; promises how long cargo or rustc takes for it alone: what it depends on
//! is compiled before.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Instant;

/// A failed command is an error with what it printed.
pub type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Where pullback's sources are.
const WORKSPACE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The folder of all packages; they share what they depend on.
#[derive(Clone, Debug)]
pub struct Workshop {
    folder: PathBuf,
}

/// A package with a library.
#[derive(Clone, Debug)]
pub struct Package {
    folder: PathBuf,
    target: PathBuf,
}

/// What became of a library when its macros were expanded.
#[derive(Clone, Debug)]
pub struct Expansion {
    /// How long that took.
    pub seconds: f64,
    /// The whole crate, as rustc prints it.
    pub text: String,
}

impl Workshop {
    /// A folder beside those of cargo's profiles.
    pub fn new() -> Result<Self> {
        let executable = std::env::current_exe()?;
        let target = executable
            .ancestors()
            .nth(2)
            .ok_or("not in a target folder")?;
        let folder = target.join("build_cost");
        Ok(Workshop { folder })
    }

    /// Writes a package.
    pub fn package(&self, name: &str, library: &str) -> Result<Package> {
        let folder = self.folder.join(name);
        fs::create_dir_all(folder.join("src"))?;
        let manifest = format!(
            "[workspace]\n\n[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [dependencies]\npullback = {{ path = {WORKSPACE:?} }}\n"
        );
        fs::write(folder.join("Cargo.toml"), manifest)?;
        // The same versions as here, and nothing is fetched.
        fs::copy(
            Path::new(WORKSPACE).join("Cargo.lock"),
            folder.join("Cargo.lock"),
        )?;
        let target = self.folder.join("target");
        let package = Package { folder, target };
        package.write(library)?;
        Ok(package)
    }
}

impl Package {
    /// The library's text.
    pub fn read(&self) -> Result<String> {
        Ok(fs::read_to_string(self.folder.join("src/lib.rs"))?)
    }

    /// Gives the library another text.
    pub fn write(&self, library: &str) -> Result<()> {
        Ok(fs::write(self.folder.join("src/lib.rs"), library)?)
    }

    /// The seconds of a cargo command that finds the library changed, and nothing else.
    pub fn cargo(&self, arguments: &[&str], incremental: bool) -> Result<f64> {
        // What it depends on, the first time.
        let library = self.read()?;
        self.write("")?;
        self.run_cargo(arguments, incremental)?;
        self.write(&library)?;
        self.again(arguments, incremental)
    }

    /// The seconds of a cargo command as things are.
    pub fn again(&self, arguments: &[&str], incremental: bool) -> Result<f64> {
        let start = Instant::now();
        self.run_cargo(arguments, incremental)?;
        Ok(start.elapsed().as_secs_f64())
    }

    fn run_cargo(&self, arguments: &[&str], incremental: bool) -> Result<()> {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
        cargo
            .args(arguments)
            .args(["--quiet", "--offline", "--target-dir"]);
        cargo.arg(&self.target).current_dir(&self.folder);
        cargo.env("CARGO_INCREMENTAL", if incremental { "1" } else { "0" });
        succeeded(cargo.output()?).map(drop)
    }

    /// Expands the library's macros; what it depends on must have been built.
    ///
    /// Only rustc itself can tell how long that takes, and only by options that are not stable.
    pub fn expand(&self) -> Result<Expansion> {
        let dependencies = self.target.join("debug/deps");
        let pullback = file(&dependencies, "libpullback-", ".rlib")?;
        let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or("rustc".into()));
        rustc.args([
            "--edition=2024",
            "--crate-type=lib",
            "--crate-name=expanded",
        ]);
        rustc.args([
            "-Zunpretty=expanded",
            "-Ztime-passes",
            "-Ztime-passes-format=json",
        ]);
        rustc.arg(format!("--extern=pullback={}", pullback.display()));
        rustc.arg(format!("-Ldependency={}", dependencies.display()));
        rustc
            .arg(self.folder.join("src/lib.rs"))
            .env("RUSTC_BOOTSTRAP", "1");
        let output = succeeded(rustc.output()?)?;
        Ok(Expansion {
            seconds: seconds_of(&String::from_utf8(output.stderr)?, "macro_expand_crate")?,
            text: String::from_utf8(output.stdout)?,
        })
    }
}

fn succeeded(output: Output) -> Result<Output> {
    if output.status.success() {
        return Ok(output);
    }
    Err(String::from_utf8_lossy(&output.stderr).into())
}

/// The file in a folder that begins and ends so.
fn file(folder: &Path, start: &str, end: &str) -> Result<PathBuf> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(start) && name.ends_with(end) {
            return Ok(entry.path());
        }
    }
    Err(format!("no {start}…{end} in {}", folder.display()).into())
}

/// The time of a pass in rustc's report: `time: {"pass":"…","time":0.002,…}`.
fn seconds_of(report: &str, pass: &str) -> Result<f64> {
    let key = format!("\"pass\":\"{pass}\",\"time\":");
    let line = report.lines().find_map(|line| line.split_once(&key));
    let (_, rest) = line.ok_or_else(|| format!("rustc reports no {pass}"))?;
    let number = rest.split([',', '}']).next().unwrap_or(rest);
    Ok(number.parse()?)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_time_of_a_pass_is_found() {
        let report = "time: {\"pass\":\"parse\",\"time\":1.0}\ntime: {\"pass\":\"expand\",\"time\":0.25,\"rss\":1}";
        assert_eq!(super::seconds_of(report, "expand").expect("a time"), 0.25);
        assert!(super::seconds_of(report, "link").is_err());
    }
}
