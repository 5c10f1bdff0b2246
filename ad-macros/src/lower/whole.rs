//! Variables that a later assignment shows to be whole numbers or flags.
//!
//! Receives a function in IR; promises the same function, in which what such a variable begins with, or was assigned
//! before that showed, is known to carry no derivative where its own type does not show: emitted code checks it.
//!
//! ```text
//! at = load self.start            t = load self.start; at = inactive t
//! at = 0                          at = 0
//! ```

use crate::ir::*;
use proc_macro2::Span;

pub(super) fn numbers(f: &mut Function) {
    let mut body = std::mem::take(&mut f.body);
    region(&mut f.locals, &mut body);
    f.body = body;
}

fn region(locals: &mut Vec<LocalInfo>, region: &mut Region) {
    for mut stmt in std::mem::take(&mut region.stmts) {
        let inner = stmt.regions_mut().into_iter();
        inner.for_each(|inner| self::region(locals, inner));
        match &mut stmt.kind {
            StmtKind::Let { dst, op } if locals[dst.0].mutable && is_number(locals, *dst) => {
                if is_unsaid(locals, op) {
                    let unsaid = std::mem::replace(op, Op::Tuple(Vec::new()));
                    *op = asked(locals, unsaid, stmt.span, &mut region.stmts);
                }
            }
            StmtKind::Assign { place, value, .. }
                if place.path.is_empty()
                    && is_number(locals, place.root)
                    && is_unsaid(locals, &Op::Use(value.clone())) =>
            {
                let op = Op::Inactive(value.clone());
                *value = bind(locals, op, Ty::Int, stmt.span, &mut region.stmts);
            }
            _ => {}
        }
        region.stmts.push(stmt);
    }
}

fn is_number(locals: &[LocalInfo], local: Local) -> bool {
    matches!(locals[local.0].ty, Ty::Int | Ty::Bool)
}

/// Whether an operation gives something whose type does not show.
fn is_unsaid(locals: &[LocalInfo], op: &Op) -> bool {
    match op {
        Op::Use(Operand::Local(l)) => matches!(locals[l.0].ty, Ty::Unknown),
        Op::Load(place) => matches!(place.ty(locals), Ty::Unknown),
        Op::Call(_) => true,
        _ => false,
    }
}

/// What is asked of the value of an operation.
fn asked(locals: &mut Vec<LocalInfo>, op: Op, span: Span, out: &mut Vec<Stmt>) -> Op {
    match op {
        Op::Use(value) => Op::Inactive(value),
        op => Op::Inactive(bind(locals, op, Ty::Unknown, span, out)),
    }
}

fn bind(locals: &mut Vec<LocalInfo>, op: Op, ty: Ty, span: Span, out: &mut Vec<Stmt>) -> Operand {
    let dst = Local(locals.len());
    let temporary = LocalInfo::temporary(locals, ty, span);
    locals.push(temporary);
    let kind = StmtKind::Let { dst, op };
    out.push(Stmt { id: 0, kind, span });
    Operand::Local(dst)
}
