//! No derivative is dropped by a wrong guess of a type.
//!
//! Receives a function with its activity; promises that a value that carries a derivative flows into
//! no local whose guessed type says that it carries none. Types are read off the syntax, and where a
//! guess and the data flow disagree the function is refused rather than differentiated wrongly.
//!
//! ```text
//! let mut n = 0;          an integer, as it is written
//! n += x;                 x carries a derivative: refused, here
//! ```

use super::needs::call_is_varied;
use super::plan::Analyses;
use crate::diagnostics::{Sink, catalog};
use crate::ir::*;
use crate::tables::HashSet;
use proc_macro2::{Span, TokenStream, TokenTree};

/// Refuses every flow of a varied value into an inert local, and back from a text or a static.
pub(crate) fn check(a: &Analyses, sink: &Sink) {
    super::texts::check(a, sink);
    super::statics::check(a, sink);
    for span in in_heaps(a) {
        sink.refuse(span, catalog::HEAP);
    }
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
                    | Op::Key(_)
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

/// Whether a function makes a heap.
pub(crate) fn has_heaps(f: &Function) -> bool {
    let mut found = false;
    f.body.walk(&mut |stmt| {
        found |= matches!(&stmt.kind, StmtKind::Let { op, .. } if makes_heap(op, &HashSet::default()));
    });
    found
}

/// Where heaps are given what carries a derivative, once for each heap: its shadow would have no order.
pub(crate) fn in_heaps(a: &Analyses) -> Vec<Span> {
    let mut heaps: HashSet<Local> = HashSet::default();
    let mut found = Vec::new();
    a.f.body.walk(&mut |stmt| match &stmt.kind {
        StmtKind::Let { dst, op } if makes_heap(op, &heaps) => {
            heaps.insert(*dst);
        }
        StmtKind::Push { place, value }
            if is_varied(a, value)
                && a.activity.is_useful(place.root)
                && heaps.remove(&place.root) =>
        {
            found.push(stmt.span);
        }
        _ => {}
    });
    found
}

fn makes_heap(op: &Op, heaps: &HashSet<Local>) -> bool {
    match op {
        Op::Raw(raw) => mentions(raw.tokens.clone(), "BinaryHeap"),
        Op::Call(call) => match &call.callee {
            Callee::Path(path) | Callee::Associated(path) => {
                path.path.segments.iter().any(|s| s.ident == "BinaryHeap")
            }
            _ => false,
        },
        Op::Use(Operand::Local(l)) => heaps.contains(l),
        _ => false,
    }
}

/// Whether the callee is a function that a variable holds: one without derivative, so that it has no rule.
fn is_of_variable(a: &Analyses, call: &Call) -> bool {
    let Callee::Path(callee) = &call.callee else {
        return false;
    };
    a.f.locals.iter().any(|l| callee.path.is_ident(&l.name))
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
