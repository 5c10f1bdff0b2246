//! What the reverse sweep demands of the forward one.
//!
//! Receives a live statement; promises to record which primal values its adjoint, its undoing and its
//! control flow need, up to where, and what of storage they read.
//!
//! ```text
//! d_x[i] += d_t * y[i]        needs i, and y[i] or what it is made of again
//! ```

use super::*;

impl<'a> Planner<'a> {
    /// Undoing a write needs the place it wrote to.
    pub(super) fn undo_needs(&mut self, stmt: &'a Stmt) {
        if let Some(back) = self.a.steps.back.get(&stmt.id) {
            let by = back.by.local();
            by.into_iter().for_each(|l| self.need_value(l, stmt.id));
        }
        match &stmt.kind {
            StmtKind::Let {
                dst,
                op: Op::Pop(place),
            } if self.is_rewound(place.root) => self.need(*dst, stmt.id),
            StmtKind::Swap { place, i, j } if self.is_rewound(place.root) => {
                let ends = i.local().into_iter().chain(j.local());
                ends.for_each(|l| self.need(l, stmt.id));
            }
            _ => {}
        }
        let by_position = is_undone_by_position(stmt);
        for place in stmt.changed() {
            if self.is_rewound(place.root) {
                if by_position {
                    self.undone.push((self.a.flow.storage(place.root), stmt.id));
                }
                place
                    .selectors()
                    .iter()
                    .filter_map(|s| s.local())
                    .for_each(|l| self.need(l, stmt.id));
                self.need(place.root, stmt.id);
            }
        }
    }

    pub(super) fn control_needs(&mut self, stmt: &'a Stmt) {
        self.opened_needs(stmt);
        match &stmt.kind {
            StmtKind::Loop(Loop {
                kind: LoopKind::Range { head, .. },
                counted: true,
                ..
            }) => {
                let steps = head.adaptors.iter().filter_map(|a| {
                    if let Adaptor::StepBy(n) = a {
                        Some(n)
                    } else {
                        None
                    }
                });
                for operand in [&head.lo, &head.hi].into_iter().chain(steps) {
                    operand
                        .local()
                        .into_iter()
                        .for_each(|l| self.need_value(l, stmt.id));
                }
            }
            StmtKind::Branch(Branch {
                head: Head::Open(open),
                arms,
                ..
            }) if self.binds_free(arms) => {
                self.reopened.insert(stmt.id);
                for place in &open.places {
                    let storage = self.a.flow.storage(place.root);
                    self.reads.push((storage, stmt.id));
                }
                open.raw
                    .reads
                    .iter()
                    .for_each(|&l| self.need_value(l, stmt.id));
            }
            StmtKind::Branch(Branch {
                head: Head::If(cond),
                ..
            }) => {
                let free = cond
                    .local()
                    .is_none_or(|c| self.is_free_to_redo(c, stmt.id));
                if free {
                    cond.local().into_iter().for_each(|c| self.need(c, stmt.id));
                    self.retested.insert(stmt.id);
                }
            }
            _ => {}
        }
    }

    /// The shadow of what a pattern takes apart is there whether or not what is bound is used.
    fn opened_needs(&mut self, stmt: &'a Stmt) {
        let StmtKind::Branch(Branch {
            head: Head::Open(open),
            ..
        }) = &stmt.kind
        else {
            return;
        };
        let a = self.a;
        let active = |p: &&Place| storage_is_active(p.root, &a.activity, &a.flow);
        for place in open.places.iter().filter(active) {
            let selectors = place.selectors().into_iter().filter_map(|s| s.local());
            selectors
                .chain(place.choices())
                .for_each(|l| self.need(l, stmt.id));
            self.need_shadow(place.root, stmt.id);
        }
    }

    /// Whether the reverse sweep needs what patterns bind, and nothing stores it.
    fn binds_free(&self, arms: &[Arm]) -> bool {
        let mut binds = arms.iter().flat_map(|arm| &arm.binds);
        binds.any(|l| self.last.contains_key(l) && self.decide(*l) == How::Free)
    }

    /// Views and arguments of calls show the storage's content at that statement.
    pub(super) fn note_reads(&mut self, stmt: &'a Stmt) {
        let StmtKind::Let {
            op: Op::Call(call), ..
        } = &stmt.kind
        else {
            return;
        };
        if self.a.flow.at_once.contains(&stmt.id) {
            return;
        }
        for (i, arg) in call.args.iter().enumerate() {
            let Arg::Ref { place, .. } = arg else {
                continue;
            };
            let storage = self.a.flow.storage(place.root);
            let companion =
                || reads::asked(self.a, &self.a.activity, call, i).map(Reader::Companion);
            let changer = || {
                Changer::of(self.a, call)
                    .filter(|_| i == 0)
                    .map(Reader::Changer)
            };
            let reader = match self.a.f.ty(storage).peeled() {
                Ty::Float(_) | Ty::Int | Ty::Bool => continue,
                Ty::Vec(of) | Ty::Slice(of) | Ty::Array(of) if of.is_float() => companion(),
                _ => changer(),
            };
            let at = stmt.id;
            match reader {
                Some(reader) => self.passed.push(Passed {
                    storage,
                    at,
                    reader,
                }),
                None => self.reads.push((storage, at)),
            }
        }
    }

    /// What closures capture is copied in the reverse sweep as in the forward sweep: of a value that may be a reference, it
    /// has to be what it was, and no reference to it.
    pub(super) fn captured_needs(&mut self, stmt: &'a Stmt) {
        let StmtKind::Let {
            op: Op::Call(call), ..
        } = &stmt.kind
        else {
            return;
        };
        for function in &call.functions {
            let captured = &call.args[function.at..function.at + function.captures];
            for arg in captured {
                if let Arg::Ref { place, .. } = arg
                    && place.path.is_empty()
                    && self.last.contains_key(&place.root)
                    && self.a.flow.lent.contains(&place.root)
                {
                    self.named.insert(place.root);
                }
            }
        }
    }

    /// The primal value of `local` is needed by the adjoint of statement `at`.
    pub(super) fn need(&mut self, local: Local, at: usize) {
        let upto = self.a.flow.end[self.a.flow.containing(local, at)];
        let known = self.last.get(&local).copied();
        if known.is_some_and(|k| k >= upto) {
            return;
        }
        self.last.insert(local, upto);
        if self.decide(local) == How::Redo {
            let op = self.ops[&local];
            self.redo_needs(local, op, at);
        }
    }

    fn redo_needs(&mut self, local: Local, op: &'a Op, at: usize) {
        op.operands()
            .iter()
            .filter_map(|o| o.local())
            .for_each(|l| self.need_value(l, at));
        for (place, _) in op.places() {
            place
                .selectors()
                .iter()
                .filter_map(|s| s.local())
                .for_each(|l| self.need_value(l, at));
            self.need(place.root, at);
        }
        match op {
            Op::Raw(raw) => {
                let def = self.a.flow.def[local.0];
                for &read in &raw.reads {
                    self.need_value(read, at);
                    if self.a.steps.counters.contains(&read) {
                        self.reads.push((read, def));
                    }
                }
            }
            Op::Load(place) => self
                .reads
                .push((self.a.flow.storage(place.root), self.a.flow.def[local.0])),
            _ => {}
        }
    }

    pub(super) fn need_shadow(&mut self, local: Local, at: usize) {
        if let Some(Op::Ref { place, .. }) = self.ops.get(&local) {
            place
                .selectors()
                .iter()
                .filter_map(|s| s.local())
                .chain(place.choices())
                .for_each(|l| self.need(l, at));
            self.need_shadow(place.root, at);
        }
        if let Some(part) = &self.a.f.info(local).part {
            let selectors = part.selectors().into_iter().filter_map(|s| s.local());
            selectors
                .chain(part.choices())
                .for_each(|l| self.need(l, at));
            self.need_shadow(part.root, at);
        }
    }

    /// The primal value of `local` is needed, and not only as something to select from.
    fn need_value(&mut self, local: Local, at: usize) {
        self.named.insert(local);
        self.need(local, at);
    }
}

/// Whether undoing a statement changes its storage by position, or at its end.
fn is_undone_by_position(stmt: &Stmt) -> bool {
    matches!(
        &stmt.kind,
        StmtKind::Push { .. }
            | StmtKind::Swap { .. }
            | StmtKind::Exchange { .. }
            | StmtKind::Let { op: Op::Pop(_), .. }
    )
}
