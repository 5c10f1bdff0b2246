//! Values that may hold a unique reference to a part of something else.
//!
//! Receives a function with its activity; promises that no derivative goes through such a reference
//! unseen. A call that nothing varied goes into has no rule that would tell what its result refers to, and
//! of a reference in an option nobody knows later which one it was, so a varied value must not be written
//! there. That is refused where the syntax shows it; where another call may do it, the call that lends is
//! named, and rustc is asked whether its result borrows uniquely.
//!
//! ```text
//! let w = o.get_or_insert(1.0);      `o` carries no derivative yet, and would not after this
//! *w += x;                           refused
//! bump(w, x);                        `let _ = &o;` after the first line is an error if `w` borrows `o`
//! ```

use super::activity::Activity;
use super::flow::Flow;
use super::needs::call_is_varied;
use crate::diagnostics::{Sink, catalog};
use crate::ir::*;
use crate::tables::{HashMap, HashSet};
use proc_macro2::Span;

#[derive(Default)]
pub(crate) struct Lent {
    /// Calls after which what they were lent must be there again.
    pub(crate) ended: HashSet<usize>,
    /// Where a varied value is written through such a reference.
    refused: Vec<Span>,
    /// Calls whose result is a unique reference, or leads to one, by their names.
    named: HashSet<usize>,
    /// Calls whose result is copied if it is a reference.
    copied: HashSet<usize>,
    /// Locals that may hold one, and the call it may come from.
    from: HashMap<Local, Option<usize>>,
}

impl Lent {
    pub(crate) fn of(f: &Function, flow: &Flow, activity: &Activity) -> Self {
        let mut lent = Lent::default();
        let mut found = None;
        while found != Some(lent.from.len()) {
            found = Some(lent.from.len());
            f.body
                .walk(&mut |stmt| lent.follow(f, flow, activity, stmt));
        }
        f.body.walk(&mut |stmt| lent.judge(f, flow, activity, stmt));
        lent
    }

    pub(crate) fn check(&self, sink: &Sink) {
        for span in &self.refused {
            sink.refuse(*span, catalog::THROUGH_RESULT);
        }
    }

    /// Where such references come from, and where they go.
    fn follow(&mut self, f: &Function, flow: &Flow, activity: &Activity, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Let {
                dst,
                op: Op::Call(call),
            } => {
                let ruled = call_is_varied(call, activity, flow);
                if !ruled && matches!(f.ty(*dst), Ty::Unknown | Ty::Ref(..) | Ty::Tuple(_)) {
                    self.returned(f, *dst, call, stmt.id);
                }
            }
            StmtKind::Let { dst, op } => {
                for value in op.operands() {
                    self.hold(f, *dst, value);
                }
                for (place, _) in op.places() {
                    self.lead(f, *dst, place.root);
                }
            }
            StmtKind::Assign { place, value, .. } | StmtKind::Push { place, value } => {
                self.hold(f, place.root, value);
            }
            StmtKind::Branch(branch) => {
                for &bound in branch.arms.iter().flat_map(|arm| &arm.binds) {
                    if let Some(part) = &f.info(bound).part {
                        self.lead(f, bound, part.root);
                    }
                }
                let values = branch.arms.iter().filter_map(|arm| arm.body.value());
                for value in values.filter_map(|v| v.local()) {
                    branch.dst.iter().for_each(|&dst| self.lead(f, dst, value));
                }
            }
            _ => {}
        }
    }

    /// What a call without a rule returns.
    fn returned(&mut self, f: &Function, dst: Local, call: &Call, id: usize) {
        let given = call.args.iter().filter_map(root);
        given.for_each(|source| self.lead(f, dst, source));
        if call.args.iter().any(|arg| is_lent(f, arg)) {
            self.from.entry(dst).or_insert(Some(id));
            if lends_by_name(&call.callee) {
                self.named.insert(id);
            }
            if call.given_back {
                self.copied.insert(id);
            }
        }
    }

    /// A value that goes into another one may be a unique reference itself.
    fn hold(&mut self, f: &Function, to: Local, value: &Operand) {
        let Some(value) = value.local() else { return };
        self.lead(f, to, value);
        if matches!(f.ty(value), Ty::Ref(true, _)) && !f.ty(to).is_ref() {
            self.from.entry(to).or_insert(None);
        }
    }

    fn lead(&mut self, f: &Function, to: Local, source: Local) {
        let number = matches!(f.ty(to), Ty::Float(_) | Ty::Int | Ty::Bool | Ty::Unit);
        if let (Some(&lender), false) = (self.from.get(&source), number) {
            self.from.entry(to).or_insert(lender);
        }
    }

    /// Where a varied value goes through one of them, or may.
    fn judge(&mut self, f: &Function, flow: &Flow, activity: &Activity, stmt: &Stmt) {
        let varied = |o: &Operand| o.local().is_some_and(|l| activity.is_varied(l));
        match &stmt.kind {
            StmtKind::Let {
                op: Op::Call(call), ..
            } if call_is_varied(call, activity, flow) => {
                for arg in &call.args {
                    self.given(arg, stmt);
                }
            }
            StmtKind::Assign { place, value, .. }
            | StmtKind::Push { place, value }
            | StmtKind::Fill { place, value }
                if varied(value) =>
            {
                self.written(f, place, stmt)
            }
            StmtKind::CopyFrom { place, from } if activity.is_varied(from.root) => {
                self.written(f, place, stmt)
            }
            StmtKind::Exchange { a, b }
                if activity.is_varied(a.root) || activity.is_varied(b.root) =>
            {
                self.written(f, a, stmt);
                self.written(f, b, stmt);
            }
            _ => {}
        }
    }

    /// What a call with a rule is given, which may write what is varied to it.
    fn given(&mut self, arg: &Arg, stmt: &Stmt) {
        let unique = arg.is_unique();
        match root(arg).and_then(|root| self.from.get(&root)) {
            Some(Some(id)) if !self.named.contains(id) && (!unique || self.copied.contains(id)) => {
                self.ended.insert(*id);
            }
            Some(_) => self.refused.push(stmt.span),
            None => {}
        }
    }

    fn written(&mut self, f: &Function, place: &Place, stmt: &Stmt) {
        let behind = place.path.iter().any(|s| matches!(s, Step::Deref));
        let through = behind || !f.info(place.root).mutable;
        if through && self.from.contains_key(&place.root) {
            self.refused.push(stmt.span);
        }
    }
}

/// Whether an argument is a unique reference to what may carry a derivative.
fn is_lent(f: &Function, arg: &Arg) -> bool {
    match arg {
        Arg::Ref { place, mutable } => *mutable && !f.ty(place.root).is_inert(),
        Arg::Value(_) => false,
    }
}

fn root(arg: &Arg) -> Option<Local> {
    match arg {
        Arg::Ref { place, .. } => Some(place.root),
        Arg::Value(value) => value.local(),
    }
}

/// Whether a call lends a part of what it is given uniquely, by the conventions of `std`.
fn lends_by_name(callee: &Callee) -> bool {
    let Callee::Method(name) = callee else {
        return false;
    };
    let name = name.to_string();
    name.ends_with("_mut") || name.starts_with("get_or_insert") || name == "entry"
}
