//! A look inside: what the compiler made of a function.
//!
//! With `PULLBACK_DUMP=name` in the environment of the build (or `PULLBACK_DUMP=all`), expanding that
//! function prints its IR to standard error, how each value that the reverse sweep needs comes back to
//! it, what is saved before it is overwritten, what callers are told the pullback reads, the reverse
//! sweep, and the rule that is written of all this.

pub(crate) mod readable;

use crate::adjoint::{self, Sweep};
use crate::analysis::plan::{Analyses, How, Plan};
use crate::analysis::reads::{Asked, Reads};
use crate::analysis::saves::Save;
use crate::ir::{Function, Local, print};
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::fmt::Write;

/// Prints the function if the environment asks for it.
pub(crate) fn on_request(a: &Analyses, plan: &Plan, sweep: &Sweep) {
    if is_requested(a.f) {
        eprintln!("{}", text(a, plan));
        eprintln!("{}", adjoint::print::sweep(a.f, &sweep.revs));
    }
}

/// Prints the rule that was emitted for `f` if the environment asks for it.
pub(crate) fn emitted_on_request(f: &Function, emitted: &TokenStream) {
    if is_requested(f) {
        eprintln!("{}", readable::rules(emitted));
    }
}

fn is_requested(f: &Function) -> bool {
    let asked = std::env::var("PULLBACK_DUMP").unwrap_or_default();
    asked == "all" || f.name == asked
}

/// The IR, and the plan as comments under it.
pub(crate) fn text(a: &Analyses, plan: &Plan) -> String {
    let f = a.f;
    let mut out = print::function(f);
    for (what, how) in [
        ("computed again", How::Redo),
        ("stored", How::Store),
        ("kept", How::Keep),
    ] {
        let names: Vec<String> = (0..f.locals.len())
            .filter(|&l| plan.how[l] == how)
            .map(|l| shown(f, Local(l)))
            .collect();
        if !names.is_empty() {
            let _ = writeln!(out, "// {what}: {}", names.join(", "));
        }
    }
    for (what, kinds) in [
        ("save what they overwrite", &[Save::Always][..]),
        (
            "save it if a pullback reads it",
            &[
                Save::IfRead,
                Save::IfReadByItself,
                Save::IfKeptOrReadByItself,
            ],
        ),
        (
            "save it if the caller asks",
            &[Save::IfKept, Save::IfKeptHere],
        ),
    ] {
        let saves = plan.saves.values().filter(|s| kinds.contains(s)).count();
        if saves > 0 {
            let _ = writeln!(out, "// statements that {what}: {saves}");
        }
    }
    reads(&mut out, a, plan);
    out
}

fn shown(f: &Function, local: Local) -> String {
    print::shown(&f.info(local).name)
}

fn reads(out: &mut String, a: &Analyses, plan: &Plan) {
    let Some(reads) = Reads::of(a, plan) else {
        return;
    };
    let name = |i: usize| shown(a.f, a.f.params[i].local);
    let mut lines: Vec<String> = Vec::new();
    for read in &reads.reads {
        let by = read.by.map_or("anything".to_owned(), name);
        let asked = read.asked.as_ref().map(question).unwrap_or_default();
        let line = format!("// read for {by}: {}{asked}", name(read.parameter));
        if reads.slices >> read.parameter & 1 != 0 && !lines.contains(&line) {
            lines.push(line);
        }
    }
    for line in lines {
        let _ = writeln!(out, "{line}");
    }
}

fn question(asked: &Asked) -> String {
    let callee = asked.callee.to_token_stream();
    let (argument, active) = (asked.argument, asked.active);
    format!(", if `{callee}` reads argument {argument} for {active:#b}")
}
