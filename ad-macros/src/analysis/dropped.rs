//! No derivative is dropped by a wrong guess of a type.
//!
//! Receives a function with its activity; promises that a value that carries a derivative flows into
//! no local whose guessed type says that it carries none. Types are read off the syntax, and where a
//! guess and the data flow disagree the function is refused rather than differentiated wrongly.

use super::plan::Analyses;
use crate::diagnostics::{Sink, catalog};
use crate::ir::*;

/// Refuses every flow of a varied value into an inert local.
pub(crate) fn check(a: &Analyses, sink: &Sink) {
    a.f.body.walk(&mut |stmt| {
        let flows = match &stmt.kind {
            StmtKind::Let {
                op:
                    Op::Cast(..)
                    | Op::Raw(_)
                    | Op::Again(_)
                    | Op::Inactive(_)
                    | Op::Len(..)
                    | Op::Call(_),
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

fn is_inert(a: &Analyses, local: Local) -> bool {
    a.f.ty(local).is_inert()
}

fn is_varied(a: &Analyses, operand: &Operand) -> bool {
    operand.local().is_some_and(|l| a.activity.is_varied(l))
}
