//! What every pass may rely on.
//!
//! Receives a function; promises, in debug builds, that locals are defined before they are used,
//! immutable ones once, and that exits are the last statement of their region.

use super::*;
use crate::tables::HashSet;

/// Panics if `f` is not well formed: that would be a bug of the pass before.
pub(crate) fn check(f: &Function) {
    let mut defined: HashSet<Local> = f.params.iter().map(|p| p.local).collect();
    region(f, &f.body, &mut defined);
}

fn region(f: &Function, r: &Region, defined: &mut HashSet<Local>) {
    let mut inner = defined.clone();
    for (i, stmt) in r.stmts.iter().enumerate() {
        check_stmt(f, stmt, &mut inner);
        let last = i + 1 == r.stmts.len();
        let leaves = matches!(
            stmt.kind,
            StmtKind::Exit { .. } | StmtKind::Panic { .. } | StmtKind::Rest(_)
        );
        assert!(last || !leaves, "{}: a statement follows an exit", f.name);
    }
    if let (Some(tail), false) = (&r.tail, r.ends_in_rest()) {
        used(f, tail, &inner);
    }
}

fn used(f: &Function, operand: &Operand, defined: &HashSet<Local>) {
    if let Operand::Local(l) = operand {
        assert!(
            defined.contains(l),
            "{}: `{}` is used before it is defined",
            f.name,
            f.info(*l).name
        );
    }
}

fn check_stmt(f: &Function, stmt: &Stmt, defined: &mut HashSet<Local>) {
    match &stmt.kind {
        StmtKind::Let { dst, op } => {
            op.operands().into_iter().for_each(|o| used(f, o, defined));
            for (place, _) in op.places() {
                assert!(
                    defined.contains(&place.root),
                    "{}: unknown root `{}`",
                    f.name,
                    f.info(place.root).name
                );
                place
                    .selectors()
                    .into_iter()
                    .for_each(|o| used(f, o, defined));
            }
            let first = defined.insert(*dst);
            assert!(
                first || f.info(*dst).mutable,
                "{}: `{}` is defined twice",
                f.name,
                f.info(*dst).name
            );
            if let Op::Call(call) = op {
                defined.insert(call.pullback);
            }
            if let Op::Elementary { partials, .. } = op {
                defined.extend(partials.iter().flatten());
            }
        }
        StmtKind::Declare { dst } => drop(defined.insert(*dst)),
        StmtKind::Branch(b) => {
            for arm in &b.arms {
                let mut inner = defined.clone();
                inner.extend(&arm.binds);
                region(f, &arm.body, &mut inner);
            }
            defined.extend(b.dst);
        }
        StmtKind::Loop(l) => {
            let mut inner = defined.clone();
            match &l.kind {
                LoopKind::Range { var, .. } => drop(inner.insert(*var)),
                LoopKind::Items { binds, .. } => inner.extend(binds),
                LoopKind::While(_) | LoopKind::Forever => {}
            }
            region(f, &l.body, &mut inner);
            defined.extend(l.dst);
        }
        StmtKind::Rest(r) => region(f, r, defined),
        _ => {}
    }
}
