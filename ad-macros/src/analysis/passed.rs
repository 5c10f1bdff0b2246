//! Elements that the writes of a loop have passed when they are read.
//!
//! Receives a function; promises the loads and writes of one storage of which no execution of the write that follows
//! one of the load is of the same element, as loops go over the elements one by one. Such a load is there in the
//! reverse sweep, in what the storage holds at last.
//!
//! ```text
//! for i in 1..n { y[i] = a * x[i] + b * y[i - 1] }        y[i - 1] is behind y[i], y[i + 1], …
//! ```

use super::affine::Definitions;
use super::flow::Flow;
use crate::ir::*;
use crate::tables::HashSet;
use std::cmp::Ordering;

/// A load or a write of an element: its statement, and the indices.
struct Access<'f> {
    at: usize,
    root: Local,
    path: &'f [Step],
}

/// The pairs of a load and a write.
pub(crate) fn pairs(f: &Function, flow: &Flow) -> HashSet<(usize, usize)> {
    let (mut loads, mut writes) = (Vec::new(), Vec::new());
    let mut loops = Vec::new();
    f.body.walk(&mut |stmt| match &stmt.kind {
        StmtKind::Let {
            op: Op::Load(place),
            ..
        } => loads.extend(access(f, flow, stmt, place)),
        StmtKind::Assign { place, .. } => writes.extend(access(f, flow, stmt, place)),
        StmtKind::Loop(looped) => loops.push((stmt.id, looped)),
        _ => {}
    });
    if loads.is_empty() || writes.is_empty() {
        return HashSet::default();
    }
    let definitions = Definitions::of(f);
    let around = |access: &Access| -> Vec<usize> {
        let parents = flow.parents[access.at].iter();
        let home = &flow.home[access.root.0];
        let inside = parents.filter(|at| flow.is_loop[**at] && !home.contains(at));
        inside.copied().collect()
    };
    let passed = |load: &Access, write: &Access| {
        let nest = around(load);
        let steps = nest.iter().map(|at| {
            let (_, looped) = loops.iter().find(|(id, _)| id == at)?;
            steps(looped)
        });
        let steps: Option<Vec<_>> = steps.collect();
        load.root == write.root
            && nest == around(write)
            && steps.is_some_and(|steps| is_behind(&definitions, &steps, load.path, write.path))
    };
    let pair = |load: &Access| {
        let behind = writes.iter().filter(|write| passed(load, write));
        let pairs = behind.map(|write| (load.at, write.at));
        pairs.collect::<Vec<_>>()
    };
    loads.iter().flat_map(pair).collect()
}

/// An access that is an element of storage itself, by one index or several.
fn access<'f>(f: &Function, flow: &Flow, stmt: &Stmt, place: &'f Place) -> Option<Access<'f>> {
    let indices = |path: &[Step]| path.iter().all(|step| matches!(step, Step::Index(_)));
    let path = match place.path.as_slice() {
        [Step::Deref, path @ ..] if f.ty(place.root).is_ref() => path,
        path => path,
    };
    let own = flow.storage(place.root) == place.root && flow.variable(place.root) == place.root;
    (own && !path.is_empty() && indices(path)).then_some(Access {
        at: stmt.id,
        root: place.root,
        path,
    })
}

/// The variable of a loop that goes over a range one by one, and whether downwards.
fn steps(looped: &Loop) -> Option<(Local, bool)> {
    let LoopKind::Range { var, head } = &looped.kind else {
        return None;
    };
    let reversed = |adaptor: &Adaptor| matches!(adaptor, Adaptor::Rev);
    let plain = head.adaptors.iter().all(reversed);
    plain.then_some((*var, head.adaptors.len() % 2 == 1))
}

/// Whether an element is behind another one on the way of loops, of which each goes along one of the indices.
fn is_behind(
    definitions: &Definitions,
    loops: &[(Local, bool)],
    element: &[Step],
    other: &[Step],
) -> bool {
    if loops.is_empty() || element.len() != loops.len() || other.len() != loops.len() {
        return false;
    }
    let offset = |step: &Step, var: Local| match step {
        Step::Index(index) => definitions.offset(index, var),
        _ => None,
    };
    let mut order = Ordering::Equal;
    for (((var, downwards), step), other) in loops.iter().zip(element).zip(other) {
        let (Some(from), Some(to)) = (offset(step, *var), offset(other, *var)) else {
            return false;
        };
        let along = if *downwards {
            to.cmp(&from)
        } else {
            from.cmp(&to)
        };
        order = order.then(along);
    }
    order == Ordering::Less
}
