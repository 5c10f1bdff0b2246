//! What a rule takes for granted of methods, as it asks them before it begins.
//!
//! Receives a function and which of its last loops are to be taken back as they run; promises the calls of which these
//! loops ask more than their syntax tells, and what that is. A method's receiver has a type that is not seen, so the
//! answer is one of emitted code (`emit/promises.rs`).
//!
//! ```text
//! let mut total = Total { sum: 0.0 };
//! for &v in x { total.add(v); }        add: its pullback leaves the shadow of `total` as it is
//! total.value()                        value: what it gives is a part of `total`, whatever that holds
//! ```

use super::plan::Analyses;
use crate::ir::*;
use crate::passes::Pass;
use crate::tables::HashMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Promise {
    /// The pullback leaves the receiver's shadow and its content as they are.
    OnlyAdds,
    /// The pullback adds to the receiver's shadow, asks nothing of its content, and running the method does nothing.
    GivesPart,
}

/// The calls, by the numbers of their statements.
pub(crate) fn granted(a: &Analyses, fused: &[usize]) -> HashMap<usize, Promise> {
    let mut granted = HashMap::default();
    let (Some(&first), Some(&last)) = (fused.iter().min(), fused.iter().max()) else {
        return granted;
    };
    if !a.passes.has(Pass::Promises) {
        return granted;
    }
    let mut roots = Vec::new();
    a.f.body.walk(&mut |stmt| {
        let inside = a.flow.parents[stmt.id].iter().any(|p| fused.contains(p));
        let root = called_on(stmt).filter(|root| inside && is_made_before(a, *root, first));
        roots.extend(root.map(|root| (stmt.id, root)));
    });
    for stmt in a.f.body.stmts.iter().filter(|stmt| stmt.id > last) {
        let asks = |root: &Local| roots.iter().any(|(_, known)| known == root);
        if may_give_part(stmt) && called_on(stmt).is_some_and(|root| asks(&root)) {
            granted.insert(stmt.id, Promise::GivesPart);
        }
    }
    let adding = roots.into_iter();
    granted.extend(adding.map(|(id, _)| (id, Promise::OnlyAdds)));
    granted
}

/// Whether a statement may be a call that gives a part of a variable.
pub(crate) fn may_give_part(stmt: &Stmt) -> bool {
    let alone =
        matches!(&stmt.kind, StmtKind::Let { op: Op::Call(call), .. } if call.args.len() == 1);
    alone && called_on(stmt).is_some()
}

/// The variable that a method is called on, which may change it.
fn called_on(stmt: &Stmt) -> Option<Local> {
    let StmtKind::Let {
        op: Op::Call(call), ..
    } = &stmt.kind
    else {
        return None;
    };
    match (&call.callee, call.args.first()) {
        (
            Callee::Method(_),
            Some(Arg::Ref {
                place,
                mutable: true,
            }),
        ) if call.is_by_itself() && place.path.is_empty() => Some(place.root),
        _ => None,
    }
}

/// Whether a variable is one of the function's body that is there before the loops, and is no view of another.
fn is_made_before(a: &Analyses, root: Local, first: usize) -> bool {
    let is_param = a.f.params.iter().any(|p| p.local == root);
    let apart = a.flow.storage(root) == root && a.flow.variable(root) == root;
    !is_param && apart && a.flow.home[root.0].is_empty() && a.flow.def[root.0] < first
}
