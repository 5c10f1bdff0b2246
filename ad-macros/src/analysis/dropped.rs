//! No derivative is dropped by a wrong guess of a type.
//!
//! Receives a function with its activity; promises that a value that carries a derivative flows into
//! no local whose guessed type says that it carries none. Types are read off the syntax, and where a
//! guess and the data flow disagree the function is refused rather than differentiated wrongly.

use super::needs::call_is_varied;
use super::plan::Analyses;
use crate::diagnostics::{Sink, catalog};
use crate::ir::*;
use crate::tables::HashSet;
use proc_macro2::{TokenStream, TokenTree};

/// Refuses every flow of a varied value into an inert local, and back from a text.
pub(crate) fn check(a: &Analyses, sink: &Sink) {
    check_texts(a, sink);
    a.f.body.walk(&mut |stmt| {
        let flows = match &stmt.kind {
            StmtKind::Let {
                op: Op::Call(call), ..
            } => {
                if is_of_variable(a, call) && call_is_varied(call, &a.activity, &a.flow) {
                    sink.refuse(stmt.span, catalog::LOCAL_CALLED);
                }
                false
            }
            StmtKind::Let {
                op:
                    Op::Cast(..)
                    | Op::Raw(_)
                    | Op::Again(_)
                    | Op::Inactive(_)
                    | Op::Selector(_)
                    | Op::Len(..),
                ..
            } => false,
            StmtKind::Let { dst, op } => {
                is_inert(a, *dst) && op.operands().into_iter().any(|o| is_varied(a, o))
            }
            StmtKind::Assign { place, value, .. }
            | StmtKind::Push { place, value }
            | StmtKind::Fill { place, value } => is_inert(a, place.root) && is_varied(a, value),
            StmtKind::Branch(b) => b.dst.is_some_and(|dst| {
                is_inert(a, dst)
                    && b.arms
                        .iter()
                        .filter_map(|arm| arm.body.value())
                        .any(|o| is_varied(a, o))
            }),
            StmtKind::Exit {
                to: Exit::Return,
                value: Some(value),
            } => a.f.ret.is_inert() && is_varied(a, value),
            _ => false,
        };
        if flows {
            sink.refuse(stmt.span, catalog::INTEGER_RULE);
        }
    });
}

/// Whether the callee is a function that a variable holds: one without derivative, so that it has no rule.
fn is_of_variable(a: &Analyses, call: &Call) -> bool {
    let Callee::Path(callee) = &call.callee else {
        return false;
    };
    a.f.locals.iter().any(|l| callee.path.is_ident(&l.name))
}

/// A number that is read from a text which a varied value was written to has lost its derivative.
fn check_texts(a: &Analyses, sink: &Sink) {
    let mut texts: HashSet<Local> = HashSet::default();
    a.f.body.walk(&mut |stmt| {
        let StmtKind::Let { dst, op } = &stmt.kind else {
            return;
        };
        let (sources, parses): (Vec<Local>, bool) = match op {
            Op::Raw(raw) => (
                raw.reads.iter().copied().chain(named(a, raw)).collect(),
                mentions(raw.tokens.clone(), "parse"),
            ),
            Op::Call(call) => {
                let roots = call.args.iter().filter_map(|arg| match arg {
                    Arg::Ref { place, .. } => Some(place.root),
                    Arg::Value(value) => value.local(),
                });
                (
                    roots.filter(|l| texts.contains(l)).collect(),
                    matches!(&call.callee, Callee::Method(name) if name == "parse"),
                )
            }
            _ => (
                op.operands().iter().filter_map(|o| o.local()).collect(),
                false,
            ),
        };
        let written = |l: &Local| texts.contains(l) || a.activity.is_varied(*l);
        if !sources.iter().any(written) {
            return;
        }
        if parses && !matches!(a.f.ty(*dst), Ty::Int | Ty::Bool) {
            sink.refuse(stmt.span, catalog::PARSED);
        } else if matches!(a.f.ty(*dst), Ty::Inert | Ty::Unknown) && !a.activity.is_varied(*dst) {
            texts.insert(*dst);
        }
    });
}

/// Locals that a format string names: `{x}`, `{x:.3}`.
fn named(a: &Analyses, raw: &Raw) -> Vec<Local> {
    let text = raw.tokens.to_string();
    if !text.contains('{') {
        return Vec::new();
    }
    let locals = (0..a.f.locals.len()).map(Local);
    locals
        .filter(|l| {
            let name = &a.f.info(*l).name;
            text.contains(&format!("{{{name}}}")) || text.contains(&format!("{{{name}:"))
        })
        .collect()
}

/// Whether a name stands in the tokens.
pub(super) fn mentions(tokens: TokenStream, name: &str) -> bool {
    tokens.into_iter().any(|tree| match tree {
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Group(group) => mentions(group.stream(), name),
        _ => false,
    })
}

fn is_inert(a: &Analyses, local: Local) -> bool {
    a.f.ty(local).is_inert()
}

fn is_varied(a: &Analyses, operand: &Operand) -> bool {
    operand.local().is_some_and(|l| a.activity.is_varied(l))
}
