//! What a statement names.
//!
//! Receives a statement; promises the locals that it reads or writes itself, without those that the regions
//! inside of it do.
//!
//! ```text
//! t3 = load x[k]      // x, k
//! push ps t3          // ps, t3
//! ```

use super::*;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;

/// The locals that a statement itself names.
pub(crate) fn mentioned(stmt: &Stmt) -> Vec<Local> {
    let (places, mut operands, raws) = parts(stmt);
    operands.extend(places.iter().flat_map(|place| place.selectors()));
    let roots = places.iter().map(|place| place.root);
    let values = operands.into_iter().filter_map(Operand::local);
    let read = raws.into_iter().flat_map(|raw| raw.reads.iter().copied());
    roots.chain(values).chain(read).collect()
}

/// The code that a statement itself keeps as it was written.
pub(crate) fn raws(stmt: &Stmt) -> Vec<&Raw> {
    parts(stmt).2
}

/// The places that a statement itself reads, lends or changes.
pub(crate) fn places(stmt: &Stmt) -> Vec<&Place> {
    parts(stmt).0
}

/// The same, to change them.
pub(crate) fn places_mut(stmt: &mut Stmt) -> Vec<&mut Place> {
    match &mut stmt.kind {
        StmtKind::Let { op, .. } => op.places_mut(),
        StmtKind::Assign { place, .. }
        | StmtKind::Push { place, .. }
        | StmtKind::Fill { place, .. }
        | StmtKind::Swap { place, .. } => vec![place],
        StmtKind::CopyFrom { place: a, from: b } | StmtKind::Exchange { a, b } => vec![a, b],
        StmtKind::Branch(branch) => match &mut branch.head {
            Head::Open(open) => open.places.iter_mut().collect(),
            Head::If(_) | Head::Match(_) => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// The code that a statement itself keeps as it was written, to change it.
pub(crate) fn raw_mut(stmt: &mut Stmt) -> Option<&mut Raw> {
    match &mut stmt.kind {
        StmtKind::Let {
            op: Op::Raw(raw), ..
        }
        | StmtKind::Effect { raw }
        | StmtKind::Panic { raw } => Some(raw),
        StmtKind::Branch(branch) => match &mut branch.head {
            Head::Match(raw) => Some(raw),
            Head::Open(open) => Some(&mut open.raw),
            Head::If(_) => None,
        },
        StmtKind::Loop(looped) => match &mut looped.kind {
            LoopKind::Items { head, .. } | LoopKind::While(head) => Some(head),
            LoopKind::Range { .. } | LoopKind::Forever => None,
        },
        _ => None,
    }
}

/// Whether a guard of a statement's arms, which is kept as it is written, names a variable.
pub(crate) fn is_in_guards(stmt: &Stmt, name: &Ident) -> bool {
    let StmtKind::Branch(branch) = &stmt.kind else {
        return false;
    };
    let mut names = Vec::new();
    let patterns = branch.arms.iter().filter_map(|arm| arm.pattern.as_ref());
    for guard in patterns.filter_map(|(_, guard)| guard.as_ref()) {
        names_in(guard.to_token_stream(), &mut names);
    }
    names.contains(name)
}

fn parts(stmt: &Stmt) -> (Vec<&Place>, Vec<&Operand>, Vec<&Raw>) {
    let (mut places, mut operands, mut raws) = (Vec::new(), Vec::new(), Vec::new());
    match &stmt.kind {
        StmtKind::Let { op, .. } => {
            places.extend(op.places().into_iter().map(|(place, _)| place));
            operands.extend(op.operands());
            if let Op::Raw(raw) = op {
                raws.push(raw);
            }
        }
        StmtKind::Assign { place, value, .. }
        | StmtKind::Push { place, value }
        | StmtKind::Fill { place, value } => {
            places.push(place);
            operands.push(value);
        }
        StmtKind::Swap { place, i, j } => {
            places.push(place);
            operands.extend([i, j]);
        }
        StmtKind::CopyFrom { place: a, from: b } | StmtKind::Exchange { a, b } => {
            places.extend([a, b]);
        }
        StmtKind::Branch(branch) => match &branch.head {
            Head::If(condition) => operands.push(condition),
            Head::Match(raw) => raws.push(raw),
            Head::Open(open) => {
                places.extend(&open.places);
                raws.push(&open.raw);
            }
        },
        StmtKind::Loop(looped) => match &looped.kind {
            LoopKind::Range { head, .. } => operands.extend([&head.lo, &head.hi]),
            LoopKind::Items { head: raw, .. } | LoopKind::While(raw) => raws.push(raw),
            LoopKind::Forever => {}
        },
        StmtKind::Effect { raw } | StmtKind::Panic { raw } => raws.push(raw),
        StmtKind::Exit { value, .. } => operands.extend(value),
        StmtKind::Declare { .. } | StmtKind::Rest(_) => {}
    }
    (places, operands, raws)
}

/// The locals that the regions of a statement give, which none of the statements in them need name.
pub(crate) fn given(stmt: &Stmt) -> impl Iterator<Item = Local> {
    let tails = stmt.regions().into_iter().filter_map(|r| r.tail.as_ref());
    tails.filter_map(Operand::local)
}

/// The names in code that is kept as it was written.
pub(crate) fn names_in(tokens: TokenStream, names: &mut Vec<Ident>) {
    for tree in tokens {
        match tree {
            TokenTree::Ident(name) => names.push(name),
            TokenTree::Group(group) => names_in(group.stream(), names),
            _ => {}
        }
    }
}
