//! Store or recompute: how each primal value the reverse sweep needs comes back to it.
//!
//! Receives the other analyses; promises for each local a [`How`], for each overwriting statement
//! whether the old value is saved, and for each branch whether its condition is evaluated again.
//!
//! Arithmetic and indexing are done again; results of calls, transcendental functions and divisions
//! are stored; a load from storage that changes before the load is needed is stored; storage the
//! reverse sweep reads is rewound step by step, and only where it is read earlier than written.

use super::activity::Activity;
use super::flow::Flow;
use super::lent::Lent;
use super::mutation::{Mutation, Write};
use super::needs::{Needs, call_is_active, call_is_varied, storage_is_active, writes};
use super::reads::{self, Asked};
use super::release::released;
use super::saves::{Save, Saves};
use super::steps::Steps;
use crate::ir::*;
use crate::passes::{Pass, Passes};
use std::collections::{BTreeSet, HashMap, HashSet};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// Not needed.
    Absent,
    /// An argument, or a loop variable: there without doing anything.
    Free,
    /// Computed again.
    Redo,
    /// Copied into the residual where it is defined.
    Store,
    /// Moved into the residual when its scope ends.
    Keep,
}

/// An argument of a call that may be read again by the call's pullback.
pub(crate) struct Passed {
    pub(crate) storage: Local,
    pub(crate) at: usize,
    pub(crate) asked: Asked,
}

pub(crate) struct Plan {
    pub(crate) how: Vec<How>,
    pub(crate) saves: HashMap<usize, Save>,
    /// The pullbacks that may read what a statement overwrites which saves only if one does.
    pub(crate) asked: HashMap<usize, Vec<Asked>>,
    /// Storage that the reverse sweep changes back.
    pub(crate) rewound: HashSet<Local>,
    /// Storage of which the reverse sweep needs a copy to work on: what it changes back, and what it
    /// hands to pullbacks that may change it.
    pub(crate) worked_on: HashSet<Local>,
    /// Values of unknown type that the reverse sweep names as values, not as places.
    pub(crate) named: HashSet<Local>,
    /// Branches whose condition is evaluated again instead of remembered.
    pub(crate) retested: HashSet<usize>,
    /// Matches whose patterns bind what the reverse sweep looks at where it is.
    pub(crate) reopened: HashSet<usize>,
    /// Statements the reverse sweep has something to do for.
    pub(crate) live: HashSet<usize>,
    /// Calls whose pullback must not show its type: recursive ones, and those under a branch.
    pub(crate) erased: HashSet<usize>,
    /// Results of live calls whose shadow has a shape of its own, active or not.
    pub(crate) results: HashSet<Local>,
    /// Statements that change, in a way that cannot be undone, what the reverse sweep must see as it was.
    pub(crate) irreversible: Vec<usize>,
    /// Where an owned value is moved away before its scope ends.
    pub(crate) moved_at: HashMap<Local, usize>,
    /// Variables that a nested statement moves away after the statement around it wrote to them: what
    /// the residual holds of them is their last content, so they get a copy of it back.
    pub(crate) given_back: HashMap<usize, Vec<Local>>,
    /// After which statement a reference is let go before its scope ends.
    pub(crate) released: HashMap<Local, usize>,
}

pub(crate) struct Analyses<'a> {
    pub(crate) f: &'a Function,
    pub(crate) flow: Flow,
    pub(crate) activity: Activity,
    pub(crate) lent: Lent,
    pub(crate) mutation: Mutation,
    pub(crate) steps: Steps,
    /// What runs of the optimisations.
    pub(crate) passes: Passes,
}

impl<'a> Analyses<'a> {
    pub(crate) fn of(f: &'a Function, passes: &Passes) -> Self {
        let flow = Flow::of(f);
        let activity = Activity::of(f, &flow);
        let mutation = Mutation::of(f, &flow, &activity);
        let steps = match passes.has(Pass::Steps) {
            true => Steps::of(f, &flow, &mutation),
            false => Steps::default(),
        };
        let lent = Lent::of(f, &flow, &activity);
        Analyses {
            f,
            flow,
            lent,
            activity,
            mutation,
            steps,
            passes: passes.clone(),
        }
    }

    /// Whether what may have changed of what verbatim code reads are counters.
    fn counts(&self, raw: &Raw) -> bool {
        let counter = |l: &Local| self.steps.counters.contains(l);
        let storage =
            |l: &Local| self.f.info(*l).mutable || matches!(self.f.ty(*l), Ty::Ref(true, _));
        raw.reads.iter().any(counter) && raw.reads.iter().all(|l| counter(l) || !storage(l))
    }
}

pub(crate) fn plan(a: &Analyses) -> Plan {
    let mut planner = Planner::new(a);
    planner.settle();
    planner.finish()
}

struct Planner<'a> {
    a: &'a Analyses<'a>,
    ops: HashMap<Local, &'a Op>,
    params: HashMap<Local, &'a Param>,
    /// Variables of counted range loops, and the loops that define them.
    counters: HashSet<Local>,
    /// Locals bound by patterns of `match` arms and loops.
    bound: HashSet<Local>,
    /// Locals that must be stored although they could be done again.
    stored: HashSet<Local>,
    direct: HashSet<Local>,
    /// The last statement (of the local's own region) at which each needed local is needed.
    last: HashMap<Local, usize>,
    reads: Vec<(Local, usize)>,
    /// Storage, and the statements on it that are undone whatever is read: by positions, or at its end.
    undone: Vec<(Local, usize)>,
    passed: Vec<Passed>,
    live: HashSet<usize>,
    retested: HashSet<usize>,
    reopened: HashSet<usize>,
    rewound: HashSet<Local>,
    named: HashSet<Local>,
}

impl<'a> Planner<'a> {
    fn new(a: &'a Analyses<'a>) -> Self {
        let mut ops = HashMap::new();
        let mut counters = HashSet::new();
        let mut bound = HashSet::new();
        a.f.body.walk(&mut |stmt| match &stmt.kind {
            StmtKind::Let { dst, op } => {
                ops.entry(*dst).or_insert(op);
                if let Op::Elementary { partials, .. } = op {
                    ops.extend(partials.iter().flatten().map(|p| (*p, op)));
                }
            }
            StmtKind::Loop(Loop {
                kind: LoopKind::Range { var, .. },
                counted: true,
                ..
            }) => drop(counters.insert(*var)),
            StmtKind::Loop(Loop {
                kind: LoopKind::Items { binds, .. },
                ..
            }) => bound.extend(binds),
            StmtKind::Branch(b) => bound.extend(b.arms.iter().flat_map(|a| &a.binds)),
            _ => {}
        });
        Planner {
            a,
            ops,
            params: a.f.params.iter().map(|p| (p.local, p)).collect(),
            counters,
            bound,
            stored: HashSet::new(),
            direct: HashSet::new(),
            last: HashMap::new(),
            reads: Vec::new(),
            undone: Vec::new(),
            passed: Vec::new(),
            live: HashSet::new(),
            retested: HashSet::new(),
            reopened: HashSet::new(),
            rewound: HashSet::new(),
            named: HashSet::new(),
        }
    }

    /// Repeats the search for needs until no further value has to be stored or rewound.
    fn settle(&mut self) {
        loop {
            self.collect();
            if self.store_stale_loads() || self.store_costly() {
                continue;
            }
            let rewound = self.find_rewound();
            if rewound == self.rewound {
                break;
            }
            self.rewound = rewound;
        }
    }

    fn collect(&mut self) {
        self.direct.clear();
        self.last.clear();
        self.reads.clear();
        self.undone.clear();
        self.passed.clear();
        self.live.clear();
        self.retested.clear();
        self.reopened.clear();
        let body = &self.a.f.body;
        self.region(body);
    }

    /// Whether the region has live statements; needs of all of them are recorded.
    ///
    /// The last statement comes first: what is needed latest is then known at once.
    fn region(&mut self, region: &'a Region) -> bool {
        let mut any = false;
        for stmt in region.stmts.iter().rev() {
            any |= self.stmt(stmt);
        }
        any
    }

    fn stmt(&mut self, stmt: &'a Stmt) -> bool {
        let inner = stmt
            .regions()
            .into_iter()
            .map(|r| self.region(r))
            .fold(false, |a, b| a | b);
        let live = inner || self.is_live(stmt);
        if !live {
            return false;
        }
        self.live.insert(stmt.id);
        let needs = Needs::of(stmt, &self.a.activity, &self.a.flow, &|l| {
            self.is_rewound(l)
        });
        for local in needs.primal {
            self.direct.insert(local);
            self.need(local, stmt.id);
        }
        for local in needs.shadow {
            self.need_shadow(local, stmt.id);
        }
        self.undo_needs(stmt);
        self.control_needs(stmt);
        self.note_reads(stmt);
        true
    }

    fn is_live(&self, stmt: &Stmt) -> bool {
        let a = self.a;
        let storage =
            |p: &Place| storage_is_active(p.root, &a.activity, &a.flow) || self.is_rewound(p.root);
        match &stmt.kind {
            StmtKind::Let {
                dst,
                op: Op::Call(call),
            } => {
                let rewinds = writes(call).any(|place| self.is_rewound(place.root));
                let varied = call_is_varied(call, &a.activity, &a.flow);
                varied && (call_is_active(call, *dst, &a.activity, &a.flow) || rewinds)
            }
            StmtKind::Let {
                op: Op::Pop(place), ..
            } => storage(place),
            StmtKind::Let {
                op: Op::Ref { .. } | Op::Raw(_) | Op::Choose { .. },
                ..
            } => false,
            StmtKind::Let { dst, .. } => a.activity.is_active(*dst),
            StmtKind::Assign { place, .. }
            | StmtKind::Push { place, .. }
            | StmtKind::Swap { place, .. }
            | StmtKind::Fill { place, .. } => storage(place),
            StmtKind::CopyFrom { place, .. } => storage(place),
            StmtKind::Exchange { a, b } => storage(a) || storage(b),
            StmtKind::Exit {
                value: Some(value), ..
            } => a.activity.operand(value),
            StmtKind::Rest(rest) => rest.tail.as_ref().is_some_and(|t| a.activity.operand(t)),
            StmtKind::Branch(b) => b.dst.is_some_and(|d| a.activity.is_active(d)),
            StmtKind::Loop(l) => l.dst.is_some_and(|d| a.activity.is_active(d)),
            _ => false,
        }
    }

    fn is_rewound(&self, root: Local) -> bool {
        let storage = self.a.flow.storage(root);
        self.rewound.contains(&storage) || self.is_caller_storage(storage)
    }

    /// Storage that the caller may want back as it was.
    fn is_caller_storage(&self, storage: Local) -> bool {
        self.params
            .values()
            .any(|p| p.passing == Passing::RefMut && self.a.flow.storage(p.local) == storage)
    }

    /// Undoing a write needs the place it wrote to.
    fn undo_needs(&mut self, stmt: &'a Stmt) {
        if let Some(back) = self.a.steps.back.get(&stmt.id) {
            let by = back.by.local();
            by.into_iter().for_each(|l| self.need_value(l, stmt.id));
        }
        let places: Vec<&Place> = match &stmt.kind {
            StmtKind::Assign { place, .. }
            | StmtKind::Push { place, .. }
            | StmtKind::Fill { place, .. } => vec![place],
            StmtKind::CopyFrom { place, .. } => vec![place],
            StmtKind::Let {
                dst,
                op: Op::Pop(place),
            } => {
                if self.is_rewound(place.root) {
                    self.need(*dst, stmt.id);
                }
                vec![place]
            }
            StmtKind::Swap { place, i, j } => {
                if self.is_rewound(place.root) {
                    i.local()
                        .into_iter()
                        .chain(j.local())
                        .for_each(|l| self.need(l, stmt.id));
                }
                vec![place]
            }
            StmtKind::Exchange { a, b } => vec![a, b],
            _ => Vec::new(),
        };
        let by_position = is_undone_by_position(stmt);
        for place in places {
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

    fn control_needs(&mut self, stmt: &'a Stmt) {
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

    /// Whether the reverse sweep needs what patterns bind, and nothing stores it.
    fn binds_free(&self, arms: &[Arm]) -> bool {
        let mut binds = arms.iter().flat_map(|arm| &arm.binds);
        binds.any(|l| self.last.contains_key(l) && self.decide(*l) == How::Free)
    }

    /// Views and arguments of calls show the storage's content at that statement.
    fn note_reads(&mut self, stmt: &'a Stmt) {
        let StmtKind::Let {
            op: Op::Call(call), ..
        } = &stmt.kind
        else {
            return;
        };
        for (i, arg) in call.args.iter().enumerate() {
            let Arg::Ref { place, .. } = arg else {
                continue;
            };
            let storage = self.a.flow.storage(place.root);
            let asked = || reads::asked(self.a, &self.a.activity, call, i);
            match self.a.f.ty(storage).peeled() {
                Ty::Float(_) | Ty::Int | Ty::Bool => {}
                Ty::Vec(element) | Ty::Slice(element) | Ty::Array(element)
                    if element.is_float()
                        && let Some(asked) = asked() =>
                {
                    let at = stmt.id;
                    self.passed.push(Passed { storage, at, asked });
                }
                _ => self.reads.push((storage, stmt.id)),
            }
        }
    }

    /// The primal value of `local` is needed by the adjoint of statement `at`.
    fn need(&mut self, local: Local, at: usize) {
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

    fn need_shadow(&mut self, local: Local, at: usize) {
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

    /// How a needed local comes back.
    fn decide(&self, local: Local) -> How {
        if let Some(param) = self.params.get(&local) {
            let again = param.passing != Passing::Value || self.a.f.ty(local).is_copy();
            return if again { How::Free } else { How::Keep };
        }
        if self.counters.contains(&local) {
            return How::Free;
        }
        let info = self.a.f.info(local);
        if info.mutable {
            return How::Keep;
        }
        if info.taken {
            return if matches!(info.ty, Ty::Unknown) {
                How::Keep
            } else {
                How::Store
            };
        }
        if info.part.is_some() {
            return How::Free;
        }
        if self.bound.contains(&local) {
            return How::Store;
        }
        let again = self
            .ops
            .get(&local)
            .is_some_and(|op| self.can_redo(op, &info.ty));
        if again && !self.stored.contains(&local) {
            return How::Redo;
        }
        let whole = matches!(info.ty, Ty::Vec(_) | Ty::Inert | Ty::Slice(_));
        let opaque_value = matches!(
            self.ops.get(&local),
            Some(Op::Call(_) | Op::Raw(_) | Op::Clone(..) | Op::Use(_) | Op::Load(_))
        ) && matches!(info.ty, Ty::Unknown);
        if whole || opaque_value {
            How::Keep
        } else {
            How::Store
        }
    }

    /// Whether naming a local again names a copy.
    fn is_copied(&self, local: Local) -> bool {
        self.a.f.ty(local).is_copy() || self.a.f.ty(local).is_ref()
    }

    /// The primal value of `local` is needed, and not only as something to select from.
    fn need_value(&mut self, local: Local, at: usize) {
        self.named.insert(local);
        self.need(local, at);
    }

    /// Whether loading a place may move a part out of what owns it.
    fn moves_a_part(&self, place: &Place, ty: &Ty) -> bool {
        let owner = self.a.f.ty(place.root);
        let behind = owner.is_ref()
            || place
                .path
                .iter()
                .any(|s| matches!(s, Step::Deref | Step::Index(_)));
        matches!(ty, Ty::Unknown) && !behind && self.a.f.info(place.root).part.is_none()
    }

    fn can_redo(&self, op: &Op, ty: &Ty) -> bool {
        match op {
            Op::Use(a) => a.local().is_none_or(|l| self.is_copied(l)),
            Op::Neg(_) | Op::Integer(..) | Op::Cast(..) | Op::Ref { .. } => true,
            Op::Binary(BinOp::Div, _, b) => b.local().is_none(),
            Op::Binary(..) => true,
            Op::Len(_, changes) => !changes,
            Op::Choose { base, .. } => self.is_still(base.root),
            Op::Raw(raw) => raw.cheap && (!raw.volatile || self.a.counts(raw)),
            Op::Elementary { name, .. } => {
                crate::lower::elementary::find(&name.to_string()).is_some_and(|e| e.cheap)
            }
            Op::Load(place) => {
                let origin = self.a.flow.storage(place.root);
                let variable = place.path.is_empty()
                    && self.a.f.info(place.root).mutable
                    && !self.a.steps.counters.contains(&place.root);
                !variable
                    && !self.a.mutation.opaque.contains(&origin)
                    && !self.moves_a_part(place, ty)
            }
            Op::Scalar(a) => a.local().is_none_or(|l| self.decide(l) == How::Free),
            Op::Tuple(v) | Op::Array(v) => v
                .iter()
                .all(|o| o.local().is_none_or(|l| self.a.f.ty(l).is_copy())),
            // What borrows must not be stored, and what only borrows is made again for nothing.
            Op::Construct(c) => c.base.is_none() && c.fields.iter().all(|(_, v)| self.is_given(v)),
            _ => false,
        }
    }

    /// Whether an operand is a number, or a view of an argument that nothing changes.
    fn is_given(&self, operand: &Operand) -> bool {
        operand.local().is_none_or(|l| {
            let ty = self.a.f.ty(l);
            ty.is_copy() && !ty.is_ref() || matches!(ty, Ty::Ref(false, _)) && self.is_still(l)
        })
    }

    /// Whether this is an argument's storage that nothing changes.
    fn is_still(&self, root: Local) -> bool {
        let storage = self.a.flow.storage(root);
        let writes = &self.a.mutation.writes;
        let param = self.params.get(&storage);
        param.is_some_and(|p| p.passing == Passing::Ref)
            && !writes.iter().any(|w| w.storage == storage)
    }

    /// Whether doing `local` again at `at` would make nothing be stored.
    fn is_free_to_redo(&self, local: Local, at: usize) -> bool {
        self.is_free(local, at, &mut HashSet::new())
    }

    /// `seen` holds what was asked already: values share operands, and each is asked once.
    fn is_free(&self, local: Local, at: usize, seen: &mut HashSet<Local>) -> bool {
        if !seen.insert(local) {
            return true;
        }
        match self.decide(local) {
            How::Free => true,
            How::Keep if self.a.steps.counters.contains(&local) => true,
            How::Keep => !self.a.f.info(local).mutable && self.last.contains_key(&local),
            How::Store => self.direct.contains(&local),
            How::Redo => {
                let op = self.ops[&local];
                let reads: Vec<Local> = match op {
                    Op::Raw(raw) => raw.reads.clone(),
                    _ => op.operands().iter().filter_map(|o| o.local()).collect(),
                };
                let places = op.places();
                let upto = self.a.flow.end[self.a.flow.containing(local, at)];
                let roots = places.iter().map(|(p, _)| p.root);
                let counters = reads
                    .iter()
                    .copied()
                    .filter(|l| self.a.steps.counters.contains(l));
                let stale = roots.clone().chain(counters).any(|root| {
                    self.a.mutation.written_between(
                        self.a.flow.storage(root),
                        self.a.flow.def[local.0],
                        upto,
                    )
                });
                let selectors = places
                    .iter()
                    .flat_map(|(p, _)| p.selectors())
                    .filter_map(|s| s.local());
                !stale
                    && reads
                        .into_iter()
                        .chain(roots)
                        .chain(selectors)
                        .all(|l| self.is_free(l, at, seen))
            }
            How::Absent => false,
        }
    }

    /// Loads whose storage changes before they are needed for the last time are stored.
    fn store_stale_loads(&mut self) -> bool {
        let stale: Vec<Local> = self
            .last
            .iter()
            .filter(|(l, _)| self.decide(**l) == How::Redo)
            .filter(|(l, upto)| self.is_stale(**l, **upto))
            .map(|(l, _)| *l)
            .collect();
        self.stored.extend(&stale);
        !stale.is_empty()
    }

    fn is_stale(&self, local: Local, upto: usize) -> bool {
        let flow = &self.a.flow;
        let def = flow.def[local.0];
        match self.ops[&local] {
            Op::Load(place) => self
                .a
                .mutation
                .written_between(flow.storage(place.root), def, upto),
            Op::Raw(raw) => raw.reads.iter().any(|&r| {
                self.a.mutation.written_between(flow.storage(r), def, upto)
                    && self.is_mutable_storage(r)
            }),
            _ => false,
        }
    }

    fn is_mutable_storage(&self, local: Local) -> bool {
        self.a.f.info(local).mutable
    }

    /// A value whose recomputation would store two values or more is stored itself.
    fn store_costly(&mut self) -> bool {
        let redone: BTreeSet<Local> = self
            .last
            .keys()
            .copied()
            .filter(|l| self.decide(*l) == How::Redo)
            .collect();
        // In program order, so that the leaves of operands are known.
        let mut leaves: HashMap<Local, Vec<Local>> = HashMap::new();
        let mut found = false;
        for local in redone {
            let needed = self.leaves(local, &leaves);
            let depth = self.a.flow.loop_depth(local);
            let as_deep = |l: &&Local| self.a.flow.loop_depth(**l) >= depth;
            let copies = self.a.f.ty(local).is_copy() && !self.a.f.ty(local).is_ref();
            if copies && needed.iter().filter(as_deep).count() > 1 {
                // What comes later in the program can build on this value.
                self.stored.insert(local);
                found = true;
            }
            leaves.insert(local, needed);
        }
        found
    }

    /// Values that would be stored only to do `local` again; more than a few are as good as many.
    fn leaves(&self, local: Local, known: &HashMap<Local, Vec<Local>>) -> Vec<Local> {
        let mut leaves = Vec::new();
        for operand in self.ops[&local]
            .operands()
            .into_iter()
            .filter_map(|o| o.local())
        {
            match self.decide(operand) {
                How::Redo => leaves.extend(known.get(&operand).into_iter().flatten()),
                How::Store if !self.direct.contains(&operand) => leaves.push(operand),
                _ => {}
            }
        }
        leaves.sort();
        leaves.dedup();
        leaves.truncate(8);
        leaves
    }

    /// Storage with a read that happens before a write of it.
    fn find_rewound(&self) -> HashSet<Local> {
        let writes = self.a.mutation.writes.iter();
        writes
            .filter(|w| self.is_read_before(w.storage, w.at))
            .map(|w| w.storage)
            .collect()
    }

    fn is_read_before(&self, storage: Local, write: usize) -> bool {
        self.reads
            .iter()
            .any(|read| self.is_earlier(*read, storage, write))
            || self
                .passed
                .iter()
                .any(|p| self.is_earlier((p.storage, p.at), storage, write))
    }

    /// Whether what a write overwrites must come back: it is read, or what is undone by position
    /// must find as many items as it left.
    fn is_wanted_back(&self, write: &Write) -> bool {
        self.is_read_before(write.storage, write.at)
            || write.whole
                && self
                    .undone
                    .iter()
                    .any(|change| self.is_earlier(*change, write.storage, write.at))
    }

    fn is_earlier(&self, (of, at): (Local, usize), storage: Local, write: usize) -> bool {
        of == storage && (at < write || self.a.flow.share_loop(storage, at, write))
    }

    fn finish(self) -> Plan {
        let mut how = vec![How::Absent; self.a.f.locals.len()];
        for &local in self.last.keys() {
            how[local.0] = self.decide(local);
        }
        let saves = Saves {
            a: self.a,
            reads: &self.reads,
            undone: &self.undone,
            passed: &self.passed,
        };
        let (saves, asked) = saves.decide(|storage| self.is_caller_storage(storage));
        let irreversible = self.irreversible();
        let (moved_at, given_back) = self.moves();
        let erased = self.erased();
        let results = self.results();
        let worked_on = self.worked_on();
        Plan {
            erased,
            results,
            irreversible,
            named: self.named.clone(),
            worked_on,
            how,
            saves,
            asked,
            rewound: self.rewound,
            retested: self.retested,
            reopened: self.reopened,
            live: self.live,
            moved_at,
            given_back,
            released: released(self.a.f, &self.a.flow, &self.a.mutation),
        }
    }

    fn irreversible(&self) -> Vec<usize> {
        let opaque = self.a.mutation.writes.iter().filter(|w| w.opaque);
        opaque
            .filter(|w| self.is_wanted_back(w))
            .map(|w| w.at)
            .collect()
    }

    fn worked_on(&self) -> HashSet<Local> {
        let mut worked_on = self.rewound.clone();
        self.a.f.body.walk(&mut |stmt| {
            if let (
                true,
                StmtKind::Let {
                    op: Op::Call(call), ..
                },
            ) = (self.live.contains(&stmt.id), &stmt.kind)
            {
                let unique =
                    |a: &Arg| matches!(a, Arg::Ref { mutable: true, .. }).then(|| arg_root(a));
                worked_on.extend(
                    call.args
                        .iter()
                        .filter_map(unique)
                        .flatten()
                        .map(|r| self.a.flow.storage(r)),
                );
            }
        });
        worked_on
    }

    /// A pullback takes the cotangent of its result even where nobody uses that result, and what was
    /// popped goes back with its shadow.
    fn results(&self) -> HashSet<Local> {
        let mut results = HashSet::new();
        self.a.f.body.walk(&mut |stmt| {
            let StmtKind::Let { dst, op } = &stmt.kind else {
                return;
            };
            let wanted = match op {
                Op::Call(_) => true,
                Op::Pop(place) => storage_is_active(place.root, &self.a.activity, &self.a.flow),
                _ => false,
            };
            let ty = self.a.f.ty(*dst);
            if wanted && self.live.contains(&stmt.id) && !ty.is_float() && !matches!(ty, Ty::Unit) {
                results.insert(*dst);
            }
        });
        results
    }

    /// A terminating recursion has a branch somewhere on its way, so no cycle of calls is left whose
    /// residuals contain each other.
    fn erased(&self) -> HashSet<usize> {
        let mut erased = HashSet::new();
        self.a.f.body.walk(&mut |stmt| {
            if let StmtKind::Let {
                op: Op::Call(call), ..
            } = &stmt.kind
            {
                let itself =
                    matches!(&call.callee, Callee::Path(p) if p.path.is_ident(&self.a.f.name));
                // The type of a function's rule is known only where the function is a value.
                let of_value = matches!(call.callee, Callee::Value) || !call.functions.is_empty();
                if of_value || cannot_recur(&call.callee) {
                    return;
                }
                if itself
                    || self.a.flow.parents[stmt.id]
                        .iter()
                        .any(|&p| !self.a.flow.is_loop[p])
                {
                    erased.insert(stmt.id);
                }
            }
        });
        erased
    }

    /// How a statement that moves a variable, or a part of it, away leaves it.
    fn moved(&self, local: Local, at: usize) -> Moved {
        let variable = self.a.flow.origin[local.0];
        let from = self.a.flow.containing(local, at);
        let mut writes = self
            .a
            .mutation
            .writes_to(variable)
            .filter(|w| *w >= from)
            .peekable();
        if writes.peek().is_none() {
            return Moved::Away(from);
        }
        let refills = |write: usize| write > at || self.a.flow.share_loop(local, write, at);
        if writes.any(refills) {
            Moved::Refilled
        } else {
            Moved::Late
        }
    }

    /// Where owned values are moved out of their variables, by the statement of their own region; and
    /// the statements that move what must be given back.
    fn moves(&self) -> (HashMap<Local, usize>, HashMap<usize, Vec<Local>>) {
        let mut moves = HashMap::new();
        let mut late: HashMap<usize, Vec<Local>> = HashMap::new();
        self.a.f.body.walk(&mut |stmt| {
            for local in self.moved_by(stmt) {
                let ty = self.a.f.ty(local);
                if ty.is_copy() || ty.is_ref() {
                    continue;
                }
                match self.moved(local, stmt.id) {
                    Moved::Away(at) => drop(moves.entry(local).or_insert(at)),
                    Moved::Late => late.entry(stmt.id).or_default().push(local),
                    Moved::Refilled => {}
                }
            }
        });
        (moves, late)
    }

    /// The variables that a branch takes apart, and those of outside that its arms yield.
    fn moved_by_branch(&self, id: usize, branch: &Branch) -> Vec<Local> {
        let opened = match &branch.head {
            Head::Open(open) if open.moves => open.places.as_slice(),
            _ => &[],
        };
        let values = branch.arms.iter().filter_map(|arm| arm.body.value());
        let outside = |l: &Local| !self.a.flow.home[l.0].contains(&id);
        opened
            .iter()
            .map(|p| p.root)
            .chain(values.filter_map(|v| v.local()).filter(outside))
            .collect()
    }

    /// The variables that a statement names as values, or may move parts out of.
    fn moved_by(&self, stmt: &Stmt) -> Vec<Local> {
        let operands: Vec<&Operand> = match &stmt.kind {
            StmtKind::Let {
                op: Op::Again(_) | Op::Scalar(_) | Op::Cast(..),
                ..
            } => Vec::new(),
            // A part of unknown type may be moved out of what it is a part of.
            StmtKind::Let {
                dst,
                op: Op::Load(place),
            } if !self.a.f.ty(*dst).is_copy() => return vec![place.root],
            StmtKind::Let { op, .. } => op.operands(),
            StmtKind::Branch(branch) => return self.moved_by_branch(stmt.id, branch),
            StmtKind::Assign { value, .. } | StmtKind::Push { value, .. } => vec![value],
            _ => Vec::new(),
        };
        operands.into_iter().filter_map(|o| o.local()).collect()
    }
}

/// How a variable is left that is moved away.
enum Moved {
    /// Nothing is written to it from this statement of its own region on.
    Away(usize),
    /// It was written to within that statement, and is not again.
    Late,
    /// It holds a value again then, and is kept when its scope ends.
    Refilled,
}

fn arg_root(arg: &Arg) -> Option<Local> {
    match arg {
        Arg::Ref { place, .. } => Some(place.root),
        Arg::Value(v) => v.local(),
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

/// Whether a rule is one of the crate's own, which calls none of the user's.
fn cannot_recur(callee: &Callee) -> bool {
    match callee {
        Callee::Operator(_) => true,
        Callee::Method(name) => name.to_string().starts_with("__"),
        Callee::Associated(path) => {
            let segments = path.path.segments.iter();
            let ty = match &path.qself {
                Some(qself) => match &*qself.ty {
                    syn::Type::Path(ty) => ty.path.segments.last(),
                    _ => None,
                },
                None => segments.rev().nth(1),
            };
            ty.is_some_and(|s| s.ident == "Vec" || s.ident == "VecDeque")
        }
        _ => false,
    }
}
