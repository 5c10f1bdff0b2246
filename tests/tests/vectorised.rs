//! Both sweeps of kernels that can be vectorised are: the assembly of `benches/examples/sweeps.rs` is
//! looked at, no time is taken.
//!
//! It is compiled as a user's code would be, in the release profile; for other processors than x86-64, and
//! where this test is built in another profile, a line says that nothing was looked at.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Arithmetic on two numbers at a time.
const PACKED: [&str; 3] = ["addpd", "mulpd", "subpd"];

#[test]
fn both_sweeps_work_on_two_numbers_at_a_time() {
    let test = std::env::current_exe().expect("the path of this test");
    let profile = test.ancestors().nth(2).expect("target/release");
    if !profile.ends_with("release") || !cfg!(target_arch = "x86_64") {
        println!("only a release build for x86-64 looks at the assembly");
        return;
    }
    let assembly = assembly(profile);
    for function in [
        "forward_of_add_assign",
        "reverse_of_add_assign",
        "forward_of_axpy",
        "reverse_of_axpy",
    ] {
        assert!(is_packed(&assembly, function), "{function}:\n{assembly}");
    }
    // What cannot be vectorised is told apart.
    assert!(!is_packed(&assembly, "sum_in_order"));
}

/// Compiles the example into the folder of the release profile, and returns its assembly.
fn assembly(release: &Path) -> String {
    let output = Command::new(env!("CARGO"))
        .args(["rustc", "--release", "--locked"])
        .args(["--package", "pullback-benches", "--example", "sweeps"])
        .arg("--target-dir")
        .args(release.parent())
        .args(["--", "--emit", "asm"])
        .output()
        .expect("cargo starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let newest = newest_assembly(&release.join("examples"));
    std::fs::read_to_string(newest).expect("text")
}

/// Those of earlier builds stay in the folder.
fn newest_assembly(folder: &Path) -> PathBuf {
    let files = std::fs::read_dir(folder).expect("a folder of examples");
    files
        .map(|file| file.expect("a file").path())
        .filter(|path| path.extension() == Some("s".as_ref()))
        .max_by_key(|path| path.metadata().and_then(|data| data.modified()).ok())
        .expect("an assembly file")
}

/// Whether the body of a function has packed arithmetic.
fn is_packed(assembly: &str, function: &str) -> bool {
    let is_label =
        |line: &&str| line.ends_with(':') && !line.starts_with('.') && line.contains(function);
    let mut lines = assembly.lines().skip_while(|line| !is_label(line));
    assert!(lines.next().is_some(), "no {function} in\n{assembly}");
    lines
        .take_while(|line| !line.starts_with(".Lfunc_end"))
        .any(|line| PACKED.iter().any(|packed| line.contains(packed)))
}
