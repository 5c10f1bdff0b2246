//! What must be there before a statement is reversed.
//!
//! Receives a statement, with all that is in it; promises that what its reverse names is there: primal values that
//! are computed again, views of shadows, and the shadows of scalars that it adds to from inside.
//!
//! ```text
//! for i in 0..n { s += x[i] * a; }        a = load p[k]; fresh d_a        before the loop
//!                                         for i in (0..n).rev() { … d_a += d_s * x[i] }
//! ```

use super::{Doubt, Sweeper};
use crate::adjoint::{Rev, is_plain};
use crate::analysis::needs::Needs;
use crate::analysis::plan::How;
use crate::ir::*;

impl<'f> Sweeper<'f> {
    /// Makes everything that the reverse of `stmt` names exist before it.
    pub(super) fn prepare(&mut self, stmt: &'f Stmt) {
        if stmt.regions().is_empty() {
            let needs = self.needs_of(stmt);
            return self.satisfy(&needs, stmt);
        }
        self.control(stmt);
        self.start_outer(stmt, stmt);
        let mut inner = Vec::new();
        for region in stmt.regions() {
            region.walk(&mut |s| inner.push(s));
        }
        for s in inner {
            if self.plan.live.contains(&s.id) {
                let needs = self.needs_of(s);
                self.satisfy(&needs, stmt);
                self.control_of(s, stmt);
            }
            self.start_outer(s, stmt);
        }
    }

    fn control(&mut self, stmt: &'f Stmt) {
        self.control_of(stmt, stmt);
    }

    /// Loop bounds and conditions that are evaluated again.
    fn control_of(&mut self, stmt: &'f Stmt, within: &'f Stmt) {
        let mut operands: Vec<&Operand> = Vec::new();
        match &stmt.kind {
            StmtKind::Loop(Loop {
                kind: LoopKind::Range { head, .. },
                counted: true,
                ..
            }) => {
                operands.extend([&head.lo, &head.hi]);
                operands.extend(head.adaptors.iter().filter_map(|a| {
                    if let Adaptor::StepBy(n) = a {
                        Some(n)
                    } else {
                        None
                    }
                }));
            }
            StmtKind::Branch(Branch {
                head: Head::If(cond),
                ..
            }) if self.plan.retested.contains(&stmt.id) => operands.push(cond),
            StmtKind::Branch(Branch {
                head: Head::Open(open),
                ..
            }) => {
                if self.plan.reopened.contains(&stmt.id) {
                    let reads = open.raw.reads.iter();
                    reads.for_each(|&local| self.redo(local, Some(within)));
                }
                for place in &open.places {
                    if self.storage_active(place.root) {
                        let selectors = place.selectors().into_iter().filter_map(|s| s.local());
                        selectors
                            .chain(place.choices())
                            .for_each(|l| self.redo(l, Some(within)));
                        self.view(place.root, Some(within));
                    }
                }
            }
            _ => {}
        }
        for local in operands.into_iter().filter_map(|o| o.local()) {
            self.redo(local, Some(within));
        }
    }

    fn needs_of(&self, stmt: &Stmt) -> Needs {
        let mut needs = Needs::of(stmt, &self.a.activity, &self.a.flow, &|l| self.is_undone(l));
        if let StmtKind::Swap { i, j, .. } = &stmt.kind {
            needs.primal.extend(i.local().into_iter().chain(j.local()));
        }
        let places = stmt.changed().into_iter();
        for place in places.filter(|p| self.is_undone(p.root)) {
            needs
                .primal
                .extend(place.selectors().iter().filter_map(|s| s.local()));
            needs.primal.push(place.root);
            let back = self.a.steps.back.get(&stmt.id);
            needs.primal.extend(back.and_then(|b| b.by.local()));
        }
        needs
    }

    /// Whether writes to this storage are undone in the reverse sweep.
    pub(in crate::adjoint) fn is_undone(&self, root: Local) -> bool {
        let storage = self.a.flow.storage(root);
        let caller =
            |p: &Param| p.passing == Passing::RefMut && self.a.flow.storage(p.local) == storage;
        self.f.params.iter().any(caller) || self.plan.rewound.contains(&storage)
    }

    fn satisfy(&mut self, needs: &Needs, within: &'f Stmt) {
        for &local in &needs.primal {
            self.redo(local, Some(within));
        }
        for &local in &needs.shadow {
            self.view(local, Some(within));
        }
    }

    /// Whether `local` lives outside `within`, where a value made now can be seen from inside it.
    fn is_outside(&self, local: Local, within: &Stmt) -> bool {
        !self.a.flow.home[local.0].contains(&within.id)
    }

    /// Makes `local` again before `within`, or here if there is nothing that it must be made before.
    fn redo(&mut self, local: Local, within: Option<&'f Stmt>) {
        let visible = within.is_none_or(|stmt| self.is_outside(local, stmt));
        let again = self.plan.how[local.0] == How::Redo && visible;
        let Some(&op) = self.ops.get(&local) else {
            return;
        };
        if let (How::Redo, false, Some(stmt)) = (self.plan.how[local.0], again, within) {
            // It is made again inside; what it needs from outside must be there.
            if self.looked_through.insert((local, stmt.id)) {
                self.redo_sources(op, within);
            }
            return;
        }
        if !again || self.redone.contains(&local) {
            return;
        }
        self.redo_sources(op, within);
        if let Op::Elementary { partials, .. } = op {
            self.redone.extend(partials.iter().flatten());
        }
        let dst = self.definer.get(&local).copied().unwrap_or(local);
        self.redone.insert(local);
        self.redone.insert(dst);
        self.out.push(Rev::Redo(dst, op));
    }

    fn redo_sources(&mut self, op: &'f Op, within: Option<&'f Stmt>) {
        for local in op.operands().into_iter().filter_map(|o| o.local()) {
            self.redo(local, within);
        }
        for (place, _) in op.places() {
            place
                .selectors()
                .iter()
                .filter_map(|s| s.local())
                .for_each(|l| self.redo(l, within));
            self.redo(place.root, within);
        }
        if let Op::Raw(raw) = op {
            raw.reads.iter().for_each(|&l| self.redo(l, within));
        }
    }

    /// A place behind a view of a scalar variable is that variable, whose shadow has no address.
    pub(in crate::adjoint) fn resolve(&self, place: &Place) -> Place {
        let mut place = place.clone();
        while let (Some(Op::Ref { place: viewed, .. }), Some(Step::Deref)) =
            (self.ops.get(&place.root), place.path.first())
        {
            if !self.leads_to_scalar(viewed) {
                break;
            }
            place = Place {
                root: viewed.root,
                path: viewed
                    .path
                    .iter()
                    .cloned()
                    .chain(place.path.into_iter().skip(1))
                    .collect(),
            };
        }
        place
    }

    fn leads_to_scalar(&self, place: &Place) -> bool {
        let origin = self.a.flow.origin[place.root.0];
        is_plain(self.f, origin) && place.path.iter().all(|s| matches!(s, Step::Deref))
    }

    /// The shadow of a view, made from the shadow of what it views before `within`, or here.
    pub(in crate::adjoint) fn view(&mut self, local: Local, within: Option<&'f Stmt>) {
        let Some(Op::Ref { place, mutable }) = self.ops.get(&local) else {
            return;
        };
        place
            .selectors()
            .iter()
            .filter_map(|s| s.local())
            .chain(place.choices())
            .for_each(|l| self.redo(l, within));
        self.view(place.root, within);
        if self.leads_to_scalar(place) {
            return;
        }
        let visible = within.is_none_or(|stmt| self.is_outside(local, stmt));
        if visible && self.viewed.insert(local) {
            self.out.push(Rev::View {
                view: local,
                place,
                mutable: *mutable,
                trimmed: false,
                bound: false,
            });
        }
    }

    /// How many references the shadow of `local` is away from that of what it views.
    pub(super) fn depth_of_view(&self, local: Local) -> usize {
        let lent = |p: &Param| p.local == local && p.passing != Passing::Value;
        match self.ops.get(&local) {
            Some(Op::Ref { place, .. }) if place.path.is_empty() => {
                1 + self.depth_of_view(place.root)
            }
            Some(Op::Ref { .. }) => 1,
            _ => usize::from(self.f.params.iter().any(lent)),
        }
    }

    /// Scalars of outside that `inner` contributes to must have a shadow before `within`.
    fn start_outer(&mut self, inner: &'f Stmt, within: &'f Stmt) {
        let mut touched: Vec<Local> = Vec::new();
        let mut operand = |o: &Operand| touched.extend(o.local());
        match &inner.kind {
            StmtKind::Let { dst, op } => {
                op.operands().into_iter().for_each(&mut operand);
                touched.extend(op.places().iter().map(|(p, _)| p.root));
                touched.push(*dst);
            }
            StmtKind::Assign { place, value, .. }
            | StmtKind::Push { place, value }
            | StmtKind::Fill { place, value } => {
                operand(value);
                touched.push(place.root);
            }
            StmtKind::CopyFrom { place, from } => touched.extend([place.root, from.root]),
            StmtKind::Exchange { a, b } => touched.extend([a.root, b.root]),
            StmtKind::Exit { value: Some(v), .. } => operand(v),
            _ => {}
        }
        for region in inner.regions() {
            touched.extend(region.value().and_then(|o| o.local()));
        }
        let origins: Vec<Local> = touched.iter().map(|l| self.a.flow.origin[l.0]).collect();
        for local in touched.into_iter().chain(origins) {
            let plain =
                is_plain(self.f, local) && self.is_active(local) && self.is_outside(local, within);
            if plain && self.started.insert(local) {
                self.unsure.insert(local, Doubt::OfBranch);
                self.out.push(Rev::Fresh(local));
            }
        }
    }
}
