//! Ranges over indices end before their end.
//!
//! Receives a function; promises one of the same value and derivatives, in which a loop over `a..=b` that nothing leaves
//! early and whose variable indexes a sequence runs over `a..b + 1`.
//!
//! ```text
//! for i in 1..=n { y[i] = y[i - 1] * a }         t = n + 1
//!                                                for i in 1..t { y[i] = y[i - 1] * a }
//! ```
//!
//! A range that holds its end asks in each iteration whether it came to it, which keeps compilers from vectorising, and
//! the passes over loops know ranges that do not. What indexes a sequence is a `usize`, and no loop comes to the last of
//! these.

#[cfg(test)]
mod tests;

use crate::analysis::affine::Definitions;
use crate::ir::*;
use crate::lower::number;
use crate::tables::HashSet;
use proc_macro2::{Literal, Span};
use quote::ToTokens;

/// Turns such ranges into half-open ones.
pub(crate) fn ranges(f: &mut Function) {
    let found = over_indices(f);
    if found.is_empty() {
        return;
    }
    let mut locals = std::mem::take(&mut f.locals);
    end_before(&mut f.body, &found, &mut locals);
    f.locals = locals;
    number(&mut f.body, &mut 0);
}

/// The loops over ranges that hold their end, and over indices.
fn over_indices(f: &Function) -> HashSet<usize> {
    let mut found = HashSet::default();
    let mut definitions = None;
    f.body.walk(&mut |stmt| {
        if let Some((looped, var, head)) = counted(stmt)
            && head.inclusive
            && head.adaptors.iter().all(|a| matches!(a, Adaptor::Rev))
        {
            let definitions = definitions.get_or_insert_with(|| Definitions::of(f));
            if indexes(f, looped, var, definitions) {
                found.insert(stmt.id);
            }
        }
    });
    found
}

/// Whether a loop's variable, with a constant or without, indexes a sequence in it.
fn indexes(f: &Function, looped: &Loop, var: Local, definitions: &Definitions) -> bool {
    let mut found = false;
    looped.body.walk(&mut |stmt| {
        found |= places(stmt).into_iter().any(|place| {
            (0..place.path.len()).any(|at| match &place.path[at] {
                Step::Index(index) => {
                    definitions.offset(index, var).is_some() && is_sequence(f, place, at)
                }
                _ => false,
            })
        });
    });
    found
}

/// Whether the first steps of a place lead to a sequence.
fn is_sequence(f: &Function, place: &Place, steps: usize) -> bool {
    let indexed = Place {
        root: place.root,
        path: place.path[..steps].to_vec(),
    };
    let ty = indexed.ty(&f.locals);
    matches!(ty.peeled(), Ty::Slice(_) | Ty::Array(_) | Ty::Vec(_))
}

fn end_before(region: &mut Region, found: &HashSet<usize>, locals: &mut Vec<LocalInfo>) {
    let stmts = std::mem::take(&mut region.stmts);
    for mut stmt in stmts {
        for inner in stmt.regions_mut() {
            end_before(inner, found, locals);
        }
        if found.contains(&stmt.id)
            && let StmtKind::Loop(Loop {
                kind: LoopKind::Range { head, .. },
                ..
            }) = &mut stmt.kind
        {
            head.inclusive = false;
            head.hi = match next(&head.hi) {
                Some(next) => next,
                None => {
                    let mut writer = Writer {
                        region,
                        locals,
                        span: stmt.span,
                    };
                    writer.behind(&head.hi)
                }
            };
        }
        region.stmts.push(stmt);
    }
}

/// The number behind one that is written out.
fn next(end: &Operand) -> Option<Operand> {
    let Operand::Const(tokens, ty) = end else {
        return None;
    };
    let digits = tokens.to_string();
    let next = digits.parse::<u64>().ok()?.checked_add(1)?;
    let literal = Literal::u64_unsuffixed(next).into_token_stream();
    Some(Operand::Const(literal, ty.clone()))
}

/// Writes statements at the end of a region.
struct Writer<'r> {
    region: &'r mut Region,
    locals: &'r mut Vec<LocalInfo>,
    span: Span,
}

impl Writer<'_> {
    /// `t = end + 1`
    fn behind(&mut self, end: &Operand) -> Operand {
        let end = self.number(end);
        let one = Operand::Const(Literal::u64_unsuffixed(1).into_token_stream(), Ty::Int);
        self.number_by(Op::Integer("+", end, one))
    }

    /// A number whose type the syntax does not show, a field, is checked to carry no derivative.
    fn number(&mut self, value: &Operand) -> Operand {
        match value.local().map(|local| &self.locals[local.0].ty) {
            Some(Ty::Unknown) => self.number_by(Op::Selector(value.clone())),
            Some(Ty::Inert) => self.number_by(Op::Use(value.clone())),
            _ => value.clone(),
        }
    }

    fn number_by(&mut self, op: Op) -> Operand {
        let dst = Local(self.locals.len());
        let span = self.span.resolved_at(Span::mixed_site());
        self.locals
            .push(LocalInfo::temporary(self.locals, Ty::Int, span));
        let kind = StmtKind::Let { dst, op };
        let span = self.span;
        self.region.stmts.push(Stmt { id: 0, kind, span });
        Operand::Local(dst)
    }
}
