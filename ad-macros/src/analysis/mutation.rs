//! Where storage changes.
//!
//! Receives a function; promises every write of every storage, each with its statement, and the
//! storage that verbatim code may change without saying where.
//!
//! ```text
//! 1  let row = &mut m[i];
//! 2  row[0] = x;              m changes, by the name of row
//! 3  fill(&mut v);            v changes, as a whole
//! 4  log.push(i);             log may change, if nothing in it carries a derivative
//! ```

use super::activity::Activity;
use super::flow::Flow;
use super::needs::{call_is_varied, writes};
use crate::adjoint::residual::place_ty;
use crate::ir::*;
use crate::tables::HashSet;

pub(crate) struct Write {
    pub(crate) storage: Local,
    /// The variable by whose name, or by a view of which, it is written.
    variable: Local,
    pub(crate) at: usize,
    /// By code without a rule: nothing can undo it.
    pub(crate) opaque: bool,
    /// Of all of it, so that it may hold another number of items.
    pub(crate) whole: bool,
    /// So that it, or a part of it, may hold another number of items.
    pub(crate) resizes: bool,
}

pub(crate) struct Mutation {
    pub(crate) writes: Vec<Write>,
    /// Inert storage that verbatim code changes: loads of it cannot be repeated.
    pub(crate) opaque: HashSet<Local>,
}

impl Mutation {
    pub(crate) fn of(f: &Function, flow: &Flow, activity: &Activity) -> Self {
        let mut mutation = Mutation {
            writes: Vec::new(),
            opaque: HashSet::default(),
        };
        f.body
            .walk(&mut |stmt| mutation.stmt(f, flow, activity, stmt));
        mutation
    }

    fn write(&mut self, flow: &Flow, root: Local, at: usize) {
        self.writes.push(Write {
            storage: flow.storage(root),
            variable: flow.origin[root.0],
            at,
            opaque: false,
            whole: false,
            resizes: true,
        });
    }

    /// A write that leaves every sequence with as many items as it had.
    fn keep_lengths(&mut self) {
        if let Some(write) = self.writes.last_mut() {
            write.resizes = false;
        }
    }

    /// A write that may leave storage with another number of items.
    fn whole_write(&mut self, flow: &Flow, root: Local, at: usize) {
        self.write(flow, root, at);
        if let Some(write) = self.writes.last_mut() {
            write.whole = true;
        }
    }

    /// A write by code without a rule.
    fn opaque_write(&mut self, flow: &Flow, root: Local, at: usize) {
        let storage = flow.storage(root);
        self.opaque.insert(storage);
        self.writes.push(Write {
            storage,
            variable: flow.origin[root.0],
            at,
            opaque: true,
            whole: true,
            resizes: true,
        });
    }

    fn stmt(&mut self, f: &Function, flow: &Flow, activity: &Activity, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign { place, value, .. } if may_have_length(f, value) => {
                self.whole_write(flow, place.root, stmt.id);
            }
            StmtKind::Assign { place, .. } => {
                self.write(flow, place.root, stmt.id);
                self.keep_lengths();
            }
            StmtKind::Fill { place, .. }
            | StmtKind::CopyFrom { place, .. }
            | StmtKind::Swap { place, .. } => {
                self.write(flow, place.root, stmt.id);
                if place_ty(f, place).element().is_scalar() {
                    self.keep_lengths();
                }
            }
            StmtKind::Push { place, .. } => self.write(flow, place.root, stmt.id),
            StmtKind::Exchange { a, b } => {
                self.write(flow, a.root, stmt.id);
                self.write(flow, b.root, stmt.id);
            }
            StmtKind::Let {
                op: Op::Pop(place), ..
            } => self.write(flow, place.root, stmt.id),
            StmtKind::Let {
                op: Op::Call(call), ..
            } => {
                let ruled = call_is_varied(call, activity, flow);
                for place in writes(call) {
                    if ruled {
                        self.whole_write(flow, place.root, stmt.id);
                        let ty = place_ty(f, place);
                        if ty.has_fixed_length() && ty.element().is_scalar() {
                            self.keep_lengths();
                        }
                    } else {
                        self.opaque_write(flow, place.root, stmt.id);
                    }
                }
            }
            StmtKind::Let {
                op: Op::Raw(raw), ..
            }
            | StmtKind::Effect { raw }
            | StmtKind::Panic { raw } => {
                self.verbatim(f, flow, raw, stmt.id);
            }
            StmtKind::Loop(Loop {
                kind: LoopKind::Items { head: raw, .. } | LoopKind::While(raw),
                ..
            }) => {
                self.verbatim(f, flow, raw, stmt.id);
            }
            _ => {}
        }
    }

    fn verbatim(&mut self, f: &Function, flow: &Flow, raw: &Raw, at: usize) {
        if raw.cheap {
            return;
        }
        for &local in &raw.reads {
            let storage = f.info(local).mutable || matches!(f.ty(local), Ty::Ref(true, _));
            if storage && f.ty(local).is_inert() {
                self.opaque_write(flow, local, at);
            }
        }
    }

    /// The statements that write to a variable.
    pub(crate) fn writes_to(&self, variable: Local) -> impl Iterator<Item = usize> {
        let writes = self.writes.iter();
        writes.filter(move |w| w.variable == variable).map(|w| w.at)
    }

    /// Whether `storage` is written by a statement numbered in `(after, upto]`.
    pub(crate) fn written_between(&self, storage: Local, after: usize, upto: usize) -> bool {
        self.between(storage, after, upto).next().is_some()
    }

    /// The writes of some storage from a statement on to another.
    pub(crate) fn between(
        &self,
        storage: Local,
        after: usize,
        upto: usize,
    ) -> impl Iterator<Item = &Write> {
        let between = move |w: &&Write| w.storage == storage && w.at > after && w.at <= upto;
        self.writes.iter().filter(between)
    }
}

/// Whether a value may be one of many items.
fn may_have_length(f: &Function, value: &Operand) -> bool {
    value.local().is_some_and(|local| !f.ty(local).is_scalar())
}
