//! What is moved out of variables that are given new values.
//!
//! Receives a lowered function; promises one of the same value and derivatives, in which nothing is moved out of a
//! variable, or a part of it, that is assigned to afterwards: what leaves is a copy. Where the new value comes, the shape
//! of the old one is wanted, and perhaps its content.
//!
//! ```text
//! t1 = load state                t1 = copy state
//! t2 = load t1.1                 t2 = load t1.1
//! push t2 x                      push t2 x
//! state = (s, t2)                state = (s, t2)
//! ```

use crate::analysis::flow::Flow;
use crate::ir::*;
use crate::tables::HashSet;

pub(super) fn copied(f: &mut Function) {
    let (mut taken, mut refills) = (Vec::new(), Vec::new());
    f.body.walk(&mut |stmt| match &stmt.kind {
        StmtKind::Assign { place, how, .. } if *how == Assign::Set && is_part(place) => {
            refills.push((place.clone(), stmt.id));
        }
        StmtKind::Let {
            dst,
            op: Op::Load(place),
        } if is_part(place) && !f.ty(*dst).is_copy() => taken.push((place.clone(), stmt.id)),
        _ => {}
    });
    taken.retain(|(place, _)| refills.iter().any(|(target, _)| overlap(place, target)));
    if taken.is_empty() {
        return;
    }
    let flow = Flow::of(f);
    taken.retain(|(place, at)| {
        let from = flow.containing(place.root, *at);
        let mut refills = refills.iter();
        refills.any(|(target, refill)| *refill >= from && overlap(place, target))
    });
    let taken: HashSet<usize> = taken.into_iter().map(|(_, at)| at).collect();
    copy(&mut f.body, &taken);
}

fn copy(region: &mut Region, taken: &HashSet<usize>) {
    for stmt in &mut region.stmts {
        if let StmtKind::Let { op, .. } = &mut stmt.kind
            && let Op::Load(place) = op
            && taken.contains(&stmt.id)
        {
            *op = Op::Clone(place.clone(), None);
        }
        let regions = stmt.regions_mut();
        regions.into_iter().for_each(|inner| copy(inner, taken));
    }
}

/// Whether a place is a variable, or a part of one that can be moved out of it.
fn is_part(place: &Place) -> bool {
    let mut steps = place.path.iter();
    steps.all(|step| matches!(step, Step::Field(_)))
}

fn overlap(a: &Place, b: &Place) -> bool {
    let same =
        |(a, b): (&Step, &Step)| matches!((a, b), (Step::Field(a), Step::Field(b)) if a == b);
    a.root == b.root && a.path.iter().zip(&b.path).all(same)
}
