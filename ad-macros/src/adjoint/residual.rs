//! What the residual of a region holds, in order.
//!
//! Receives a region; promises the list of values its forward code yields beside its value, which is
//! the list its reverse code takes apart. The order is program order; storage that is moved into the
//! residual comes last, when it holds its final content.
//!
//! ```text
//! let b = exp(x);                                     b, the way, rows
//! let c = if x > k { sin(b) } else { b };             forwards: (c, (b, way, rows))
//! for i in 0..n { … norm(&m[i]) … }                   backwards: let (b, way, rows) = residual;
//! ```

use crate::analysis::activity::Activity;
use crate::analysis::plan::{Analyses, How, Plan};
use crate::analysis::saves::Save;
use crate::ir::*;
use crate::tables::HashMap;
use std::cell::RefCell;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    /// The value of a local, copied.
    Value(Local),
    /// A variable, moved when its scope ends.
    Keep(Local),
    /// The shape of a variable when its scope ends.
    Shape(Local),
    /// What a statement overwrote.
    Old(usize),
    /// The shape of what a statement overwrote.
    OldShape(usize),
    /// Which way a branch went, with that arm's residual.
    Branch(usize),
    /// How often a loop ran.
    Count(usize),
    /// The residual of a rest, if it ran.
    Rest(usize),
}

pub(crate) struct Residuals<'a> {
    pub(crate) a: &'a Analyses<'a>,
    pub(crate) plan: &'a Plan,
    /// Which branches and rests the residual mentions, as far as that has been asked.
    mentioned: RefCell<HashMap<usize, bool>>,
}

impl<'a> Residuals<'a> {
    pub(crate) fn new(a: &'a Analyses<'a>, plan: &'a Plan) -> Self {
        Residuals {
            a,
            plan,
            mentioned: RefCell::default(),
        }
    }
}

impl Residuals<'_> {
    /// The items of a region whose pattern or loop head binds `binds`.
    pub(crate) fn items(&self, region: &Region, binds: &[Local]) -> Vec<Item> {
        let mut items: Vec<Item> = binds
            .iter()
            .filter(|l| self.is_stored(**l))
            .map(|l| Item::Value(*l))
            .collect();
        let mut scoped = binds.to_vec();
        for stmt in &region.stmts {
            self.of_stmt(stmt, &mut items, &mut scoped);
        }
        let kept = scoped
            .iter()
            .filter(|l| self.plan.how[l.0] == How::Keep)
            .map(|l| Item::Keep(*l));
        items.extend(kept);
        items.extend(
            scoped
                .iter()
                .filter(|l| self.needs_shape(**l))
                .map(|l| Item::Shape(*l)),
        );
        items
    }

    /// The items of a function's body: those of its region, and of its by-value parameters.
    pub(crate) fn body_items(&self) -> Vec<Item> {
        let mut items = self.items(&self.a.f.body, &[]);
        for param in self
            .a
            .f
            .params
            .iter()
            .filter(|p| p.passing == Passing::Value)
        {
            if self.plan.how[param.local.0] == How::Keep {
                items.push(Item::Keep(param.local));
            }
            // What is given again has its shape with it, and a residual cannot name a lifetime.
            if self.needs_shape(param.local) && !is_optional_reference(&param.ty) {
                items.push(Item::Shape(param.local));
            }
        }
        items
    }

    fn is_stored(&self, local: Local) -> bool {
        self.plan.how[local.0] == How::Store
    }

    /// An active local whose shadow is neither a scalar nor a view.
    pub(crate) fn needs_shape(&self, local: Local) -> bool {
        let ty = self.a.f.ty(local);
        let active = self.a.activity.is_active(local) || self.plan.results.contains(&local);
        active && !ty.is_float() && !ty.is_ref() && self.a.f.info(local).part.is_none()
    }

    fn of_stmt(&self, stmt: &Stmt, items: &mut Vec<Item>, scoped: &mut Vec<Local>) {
        match &stmt.kind {
            StmtKind::Let { dst, op } => {
                let also: Vec<Local> = match op {
                    Op::Call(call) => vec![call.pullback],
                    Op::Elementary { partials, .. } => partials.iter().flatten().copied().collect(),
                    _ => Vec::new(),
                };
                let values = std::iter::once(*dst)
                    .chain(also)
                    .filter(|l| self.is_stored(*l));
                items.extend(values.map(Item::Value));
                scoped.push(*dst);
            }
            StmtKind::Declare { dst } => scoped.push(*dst),
            StmtKind::Assign { place, how, .. } => {
                let save = self.plan.saves.get(&stmt.id);
                if save.is_some_and(|s| *s != Save::IfKept) {
                    items.push(Item::Old(stmt.id));
                }
                if *how == Assign::Set && self.old_shape(place) {
                    items.push(Item::OldShape(stmt.id));
                }
            }
            StmtKind::Branch(b) => {
                if self.branch_is_remembered(stmt, b) {
                    items.push(Item::Branch(stmt.id));
                }
                self.of_result(stmt, items, scoped);
            }
            StmtKind::Loop(l) => {
                if self.plan.live.contains(&stmt.id) && !l.counted {
                    items.push(Item::Count(stmt.id));
                }
                self.of_result(stmt, items, scoped);
            }
            StmtKind::Rest(rest) => {
                if self.rest_is_remembered(stmt, rest) {
                    items.push(Item::Rest(stmt.id));
                }
            }
            _ => {}
        }
    }

    /// The result of a compound statement belongs to its region, unless an early exit may leave it
    /// undefined: then it belongs to the rest.
    fn of_result(&self, stmt: &Stmt, items: &mut Vec<Item>, scoped: &mut Vec<Local>) {
        let defined = |dst: &Local| !self.a.flow.is_bound_by_rest(*dst);
        if let Some(dst) = stmt.result().filter(defined) {
            scoped.push(dst);
            items.extend(Some(dst).filter(|d| self.is_stored(*d)).map(Item::Value));
        }
    }

    /// What a rest takes over from the statement before it.
    pub(crate) fn rest_binds(&self, rest: usize) -> Vec<Local> {
        self.a
            .flow
            .bound_by_rest
            .get(&rest)
            .copied()
            .into_iter()
            .collect()
    }

    /// Whether assigning here replaces an owned value whose shadow must get its old shape back.
    pub(crate) fn old_shape(&self, place: &Place) -> bool {
        let ty = place_ty(self.a.f, place);
        let declared = self.is_declared(place.root);
        self.storage_active(place.root) && !ty.is_float() && !declared
    }

    fn is_declared(&self, root: Local) -> bool {
        let mut declared = false;
        self.a
            .f
            .body
            .walk(&mut |s| declared |= matches!(s.kind, StmtKind::Declare { dst } if dst == root));
        declared
    }

    pub(crate) fn storage_active(&self, root: Local) -> bool {
        let activity: &Activity = &self.a.activity;
        activity.is_active(root) || activity.is_active(self.a.flow.origin[root.0])
    }

    /// Whether the residual says which way a branch went.
    pub(crate) fn branch_is_remembered(&self, stmt: &Stmt, b: &Branch) -> bool {
        self.once(stmt, || {
            let tested_again = self.plan.retested.contains(&stmt.id);
            let live = self.plan.live.contains(&stmt.id);
            live && !tested_again || self.arms_have_items(b)
        })
    }

    fn rest_is_remembered(&self, stmt: &Stmt, rest: &Region) -> bool {
        self.once(stmt, || {
            self.plan.live.contains(&stmt.id)
                || !self.items(rest, &self.rest_binds(stmt.id)).is_empty()
        })
    }

    /// Asks about each statement once, so that deep nests do not cost more than their size.
    fn once(&self, stmt: &Stmt, answer: impl FnOnce() -> bool) -> bool {
        let known = self.mentioned.borrow().get(&stmt.id).copied();
        known.unwrap_or_else(|| {
            let answer = answer();
            self.mentioned.borrow_mut().insert(stmt.id, answer);
            answer
        })
    }

    fn arms_have_items(&self, b: &Branch) -> bool {
        b.arms
            .iter()
            .any(|arm| !self.items(&arm.body, &arm.binds).is_empty())
    }

    /// The items of a row of a loop.
    pub(crate) fn loop_items(&self, l: &Loop) -> Vec<Item> {
        let binds = if l.counted {
            Vec::new()
        } else {
            Self::loop_binds(l)
        };
        self.items(&l.body, &binds)
    }

    /// The locals a loop's head binds that each iteration must remember.
    fn loop_binds(l: &Loop) -> Vec<Local> {
        match &l.kind {
            LoopKind::Range { var, .. } => vec![*var],
            LoopKind::Items { binds, .. } => binds.clone(),
            LoopKind::While(_) | LoopKind::Forever => Vec::new(),
        }
    }
}

pub(crate) fn place_ty(f: &Function, place: &Place) -> Ty {
    place.ty(&f.locals)
}
