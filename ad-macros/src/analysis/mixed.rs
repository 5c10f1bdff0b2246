//! The types of values that hold what is of a type that is not seen beside what is.
//!
//! Receives a lowered function; promises the types of those of its locals that are tuples with such a part, or lists of
//! them, as far as what they are made of shows them: more than lowering knows, which has not seen what comes later.
//! A tuple `(Side::Buy, price)` has no derivative as a whole, and neither has the list: the enum need not be
//! differentiable. Their shapes are those of their parts.
//!
//! ```text
//! let mut trades = Vec::new();             trades: Vec<(_, f64)>
//! trades.push((side, price));
//! let first = if c { trades[0] } …         first: (_, f64)
//! ```

use crate::ir::*;
use crate::tables::HashMap;

pub(crate) type Types = HashMap<Local, Ty>;

pub(crate) fn types(f: &Function) -> Types {
    let mut types: Types = (0..f.locals.len())
        .map(Local)
        .filter(|l| f.ty(*l).is_mixed())
        .map(|l| (l, f.ty(l).clone()))
        .collect();
    let mut before = None;
    while before != Some(types.len()) {
        before = Some(types.len());
        f.body.walk(&mut |stmt| {
            if let Some((local, ty)) = shown(f, &types, stmt) {
                types.entry(local).or_insert(ty);
            }
        });
    }
    types
}

/// What a statement shows of a local of a type that is not seen.
fn shown(f: &Function, types: &Types, stmt: &Stmt) -> Option<(Local, Ty)> {
    let of = |operand: &Operand| types.get(&operand.local()?).cloned();
    let (local, ty) = match &stmt.kind {
        StmtKind::Let { dst, op } => (*dst, made(f, types, op)?),
        StmtKind::Push { place, value } if place.path.is_empty() => {
            (place.root, Ty::Vec(Box::new(of(value)?)))
        }
        StmtKind::Assign { place, value, .. } if place.path.is_empty() => (place.root, of(value)?),
        StmtKind::Branch(branch) => {
            let mut values = branch.arms.iter().filter_map(|arm| arm.body.value());
            (branch.dst?, values.find_map(of)?)
        }
        _ => return None,
    };
    let fits = match (f.ty(local), &ty) {
        (Ty::Unknown, _) => true,
        (Ty::Vec(item), Ty::Vec(_)) | (Ty::Array(item), Ty::Array(_)) => {
            matches!(**item, Ty::Unknown)
        }
        _ => false,
    };
    fits.then_some((local, ty))
}

/// The type of what an operation makes of such values.
fn made(f: &Function, types: &Types, op: &Op) -> Option<Ty> {
    let of = |operand: &Operand| types.get(&operand.local()?).cloned();
    let list = |items: &[Operand]| items.iter().find_map(of).map(Box::new);
    match op {
        Op::Use(value) => of(value),
        Op::Load(place) | Op::Clone(place, None) => part(types, place),
        Op::Clone(place, Some(method)) if method == "clone" => part(types, place),
        Op::Pop(place) => part(types, place).map(|list| list.element()),
        Op::Tuple(parts) => {
            let ty = |part: &Operand| of(part).or_else(|| Some(f.ty(part.local()?).clone()));
            let parts = parts.iter().map(|p| ty(p).unwrap_or(Ty::Unknown));
            Some(Ty::Tuple(parts.collect()))
        }
        Op::Array(items) => list(items).map(Ty::Array),
        Op::VecOf(items) => list(items).map(Ty::Vec),
        Op::Repeat(item, _) => of(item).map(Box::new).map(Ty::Array),
        Op::VecRepeat(item, _) => of(item).map(Box::new).map(Ty::Vec),
        _ => None,
    }
    .filter(Ty::is_mixed)
}

/// The type of what is at a place.
pub(crate) fn part(types: &Types, place: &Place) -> Option<Ty> {
    let root = types.get(&place.root)?.clone();
    Some(place.path.iter().fold(root, Ty::part))
}
