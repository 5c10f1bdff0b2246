//! Operands that a function consumes, read where they are.
//!
//! The rule of a method that consumes its receiver is lent it, as an operator's is lent its operands, and begins by
//! copying them. Receives a function; promises that what is only looked at of such a copy is looked at behind the
//! reference, with the same value and derivatives. No copy is made then, and the reverse sweep finds there again what
//! a copy's residual would hold.
//!
//! ```text
//! o = copy (*operand1)         t1 = load (*operand1).x
//! t1 = load o.x
//! ```

use crate::ir::*;
use crate::lower::number;
use crate::tables::HashMap;

/// Removes copies of which only parts are read.
pub(crate) fn operands(f: &mut Function) {
    let mut lent = lent(f);
    lent.retain(|copy, _| is_only_looked_at(f, *copy));
    if lent.is_empty() {
        return;
    }
    let parts = f.locals.iter_mut().filter_map(|info| info.part.as_mut());
    parts.for_each(|part| redirect(part, &lent));
    behind_references(&mut f.body, &lent, &f.locals);
    number(&mut f.body, &mut 0);
    f.consumed = lent.into_values().collect();
}

/// Variables that never change and begin as copies of what parameters lend, and these parameters.
fn lent(f: &Function) -> HashMap<Local, Local> {
    let is_lent = |local: Local| {
        let mut params = f.params.iter();
        params.any(|p| p.local == local && p.passing == Passing::Ref)
    };
    let copies = f.body.stmts.iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::Let {
            dst,
            op: Op::Clone(place, None),
        } => {
            let whole = matches!(place.path.as_slice(), [Step::Deref]) && is_lent(place.root);
            (whole && !f.info(*dst).mutable).then_some((*dst, place.root))
        }
        _ => None,
    });
    copies.collect()
}

/// Whether nothing takes a local whole or matches it, and no verbatim code reads it.
fn is_only_looked_at(f: &Function, local: Local) -> bool {
    let mut looked_at = f.body.value().and_then(Operand::local) != Some(local);
    f.body.walk(&mut |stmt| {
        let named = mentioned(stmt).into_iter().chain(given(stmt));
        let named = named.filter(|l| *l == local).count();
        let looks = match &stmt.kind {
            StmtKind::Let { op, .. } => looks(op, local),
            _ => 0,
        };
        looked_at &= named == looks && !is_in_guards(stmt, &f.info(local).name);
    });
    looked_at
}

/// How often an operation looks at parts of a local, or at all of it.
fn looks(op: &Op, local: Local) -> usize {
    let looks = |(place, unique): &(&Place, bool)| {
        let taken = matches!(op, Op::Load(_)) && place.path.is_empty();
        place.root == local && !unique && !taken
    };
    op.places().iter().filter(|p| looks(p)).count()
}

/// Names what parameters lend instead of its copies, which nothing makes any more.
fn behind_references(region: &mut Region, lent: &HashMap<Local, Local>, locals: &[LocalInfo]) {
    region.stmts.retain(|stmt| match &stmt.kind {
        StmtKind::Let { dst, .. } => !lent.contains_key(dst),
        _ => true,
    });
    for stmt in &mut region.stmts {
        if let StmtKind::Let { op, .. } = &mut stmt.kind {
            op.places_mut()
                .into_iter()
                .for_each(|place| redirect(place, lent));
            copy_what_moved(op, lent, locals);
        }
        for inner in stmt.regions_mut() {
            behind_references(inner, lent, locals);
        }
    }
}

fn redirect(place: &mut Place, lent: &HashMap<Local, Local>) {
    if let Some(param) = lent.get(&place.root) {
        place.root = *param;
        place.path.insert(0, Step::Deref);
    }
}

/// A part that is known to be none that copies itself cannot be moved out of what is lent.
fn copy_what_moved(op: &mut Op, lent: &HashMap<Local, Local>, locals: &[LocalInfo]) {
    if let Op::Load(place) = op
        && lent.values().any(|param| *param == place.root)
    {
        let ty = place.ty(locals);
        if !ty.is_copy() && !matches!(ty, Ty::Unknown) {
            *op = Op::Clone(place.clone(), None);
        }
    }
}
