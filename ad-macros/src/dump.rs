//! A look inside: what the compiler made of a function.
//!
//! With `PULLBACK_DUMP=name` in the environment of the build (or `PULLBACK_DUMP=all`), expanding that
//! function prints its IR to standard error, how each value that the reverse sweep needs comes back to
//! it, and the reverse sweep.

use crate::adjoint::{self, Sweep};
use crate::analysis::plan::{How, Plan, Save};
use crate::ir::{Function, Local, print};
use std::fmt::Write;

/// Prints `f` if the environment asks for it.
pub(crate) fn on_request(f: &Function, plan: &Plan, sweep: &Sweep) {
    let asked = std::env::var("PULLBACK_DUMP").unwrap_or_default();
    if asked == "all" || f.name == asked {
        eprintln!("{}", text(f, plan));
        eprintln!("{}", adjoint::print::sweep(f, &sweep.revs));
    }
}

/// The IR, and the plan as comments under it.
pub(crate) fn text(f: &Function, plan: &Plan) -> String {
    let mut out = print::function(f);
    for (what, how) in [
        ("computed again", How::Redo),
        ("stored", How::Store),
        ("kept", How::Keep),
    ] {
        let names: Vec<String> = (0..f.locals.len())
            .filter(|&l| plan.how[l] == how)
            .map(|l| print::shown(&f.info(Local(l)).name))
            .collect();
        if !names.is_empty() {
            let _ = writeln!(out, "// {what}: {}", names.join(", "));
        }
    }
    let saves = plan.saves.values().filter(|s| **s == Save::Always).count();
    if saves > 0 {
        let _ = writeln!(out, "// statements that save what they overwrite: {saves}");
    }
    out
}
