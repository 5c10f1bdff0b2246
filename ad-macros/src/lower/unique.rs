//! Which choices are of places that are changed: `m[i] = x` is `IndexMut`'s, `m[i]` is `Index`'s.

use crate::ir::*;
use std::collections::HashSet;

/// Marks the choices of places that `body` writes to or borrows uniquely.
pub(super) fn mark(body: &mut Region) {
    let mut changed = HashSet::new();
    body.walk(&mut |stmt| {
        for place in changed_by(stmt) {
            changed.extend(place.choices());
        }
    });
    if !changed.is_empty() {
        visit(body, &changed);
    }
}

fn visit(region: &mut Region, changed: &HashSet<Local>) {
    for stmt in &mut region.stmts {
        match &mut stmt.kind {
            StmtKind::Let {
                dst,
                op: Op::Choose { unique, .. },
            } => *unique = changed.contains(dst),
            StmtKind::Branch(b) => b.arms.iter_mut().for_each(|a| visit(&mut a.body, changed)),
            StmtKind::Loop(l) => visit(&mut l.body, changed),
            StmtKind::Rest(r) => visit(r, changed),
            _ => {}
        }
    }
}

fn changed_by(stmt: &Stmt) -> Vec<&Place> {
    match &stmt.kind {
        StmtKind::Assign { place, .. }
        | StmtKind::Push { place, .. }
        | StmtKind::Swap { place, .. }
        | StmtKind::Fill { place, .. }
        | StmtKind::CopyFrom { place, .. } => vec![place],
        StmtKind::Exchange { a, b } => vec![a, b],
        StmtKind::Let { op, .. } => {
            let places = op.places().into_iter();
            places
                .filter(|(_, unique)| *unique)
                .map(|(p, _)| p)
                .collect()
        }
        _ => Vec::new(),
    }
}
