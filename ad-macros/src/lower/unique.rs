//! Which choices are of places that are changed: `m[i] = x` is `IndexMut`'s, `m[i]` is `Index`'s.

use crate::ir::*;
use crate::tables::HashSet;

/// Marks the choices of places that `body` writes to or borrows uniquely.
pub(super) fn mark(body: &mut Region) {
    let mut changed = HashSet::default();
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
    let mut changed = stmt.changed();
    if let StmtKind::Let { op, .. } = &stmt.kind {
        let places = op.places().into_iter();
        changed.extend(places.filter(|(_, unique)| *unique).map(|(p, _)| p));
    }
    changed
}
