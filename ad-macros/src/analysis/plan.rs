//! Store or recompute: how each primal value the reverse sweep needs comes back to it.
//!
//! Receives the other analyses; promises for each local a [`How`], for each overwriting statement
//! whether the old value is saved, and for each branch whether its condition is evaluated again.
//!
//! Arithmetic and indexing are done again; results of calls, transcendental functions and divisions
//! are stored; a load from storage that changes before the load is needed is stored; storage the
//! reverse sweep reads is rewound step by step, and only where it is read earlier than written.
//!
//! ```text
//! let a = x[i] * y;       done again, from the arguments
//! let b = exp(a);         kept, as it is its own derivative
//! s += a * b;             nothing is read of s: its old value is not saved
//! ```

mod choose;
mod demand;
mod erased;
mod moves;
mod rebound;
mod weigh;

pub(crate) use erased::{Recursion, is_items};

use super::activity::Activity;
use super::at_once;
use super::flow::Flow;
use super::lent::Lent;
use super::mixed;
use super::mutation::{Mutation, Write};
use super::needs::{Needs, call_is_active, call_is_varied, storage_is_active, writes};
use super::passed;
use super::reads::{self, Asked};
use super::receiver::Changer;
use super::release::released;
use super::saves::{Save, Saves};
use super::steps::Steps;
use crate::ir::*;
use crate::passes::{Pass, Passes};
use crate::tables::{HashMap, HashSet};
use std::collections::BTreeSet;

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
    pub(crate) reader: Reader,
}

/// Who can be asked whether it reads.
#[derive(Clone)]
pub(crate) enum Reader {
    Companion(Asked),
    Changer(Changer),
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
    /// What is rewound by reference, without a copy: see [`rebound`].
    pub(crate) rebound: HashSet<Local>,
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
    /// Which of them are not, in the rules that are there more than once.
    pub(crate) recursion: Recursion,
    /// Results of live calls whose shadow has a shape of its own, active or not.
    pub(crate) results: HashSet<Local>,
    /// Statements that change, in a way that cannot be undone, what the reverse sweep must see as it was.
    pub(crate) irreversible: Vec<usize>,
    /// Where an owned value is moved away before its scope ends.
    pub(crate) moved_at: HashMap<Local, usize>,
    /// Variables that a statement moves away after they were written to, and that may hold nothing when
    /// their scope is left: what the residual holds of them is their last content, so they get a copy of it back.
    pub(crate) given_back: HashMap<usize, Vec<Local>>,
    /// After which statement a reference is let go before its scope ends.
    pub(crate) released: HashMap<Local, usize>,
}

impl Plan {
    /// Whether what a statement overwrites is in its row only if a caller wants its arguments back.
    pub(crate) fn is_for_caller(&self, stmt: usize) -> bool {
        self.saves.get(&stmt) == Some(&Save::IfKeptHere)
    }
}

pub(crate) struct Analyses<'a> {
    pub(crate) f: &'a Function,
    pub(crate) flow: Flow,
    pub(crate) activity: Activity,
    pub(crate) lent: Lent,
    pub(crate) mutation: Mutation,
    pub(crate) steps: Steps,
    /// The types of values whose shapes are those of their parts.
    pub(crate) mixed: mixed::Types,
    /// What runs of the optimisations.
    pub(crate) passes: Passes,
}

impl<'a> Analyses<'a> {
    pub(crate) fn of(f: &'a Function, passes: &Passes) -> Self {
        let mut flow = Flow::of(f);
        let activity = Activity::of(f, &flow);
        if passes.has(Pass::AtOnce) {
            flow.at_once = at_once::calls(f, &flow, &activity);
        }
        if passes.has(Pass::Passed) {
            flow.passed = passed::pairs(f, &flow);
        }
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
            mixed: mixed::types(f),
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
        let mut ops = HashMap::default();
        let mut counters = HashSet::default();
        let mut bound = HashSet::default();
        a.f.body.walk(&mut |stmt| match &stmt.kind {
            StmtKind::Let { dst, op } => {
                ops.entry(*dst).or_insert(op);
                ops.extend(op.partials(a.passes.has(Pass::Slopes)));
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
            stored: HashSet::default(),
            direct: HashSet::default(),
            last: HashMap::default(),
            reads: Vec::new(),
            undone: Vec::new(),
            passed: Vec::new(),
            live: HashSet::default(),
            retested: HashSet::default(),
            reopened: HashSet::default(),
            rewound: HashSet::default(),
            named: HashSet::default(),
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
            if rewound != self.rewound {
                self.rewound = rewound;
                continue;
            }
            if !self.a.passes.has(Pass::Weighing) || !self.store_loads() {
                break;
            }
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
        // The cotangent of the result goes to the shadow of what the body yields, be it a view.
        if let Some(value) = body.value().filter(|v| self.a.activity.operand(v)) {
            let end = self.a.flow.end.len() - 1;
            value
                .local()
                .into_iter()
                .for_each(|l| self.need_shadow(l, end));
        }
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
        self.captured_needs(stmt);
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
        of == storage && self.a.flow.is_earlier(storage, at, write)
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
        let recursion = self.recursion(&erased);
        let results = self.results();
        let handed = self.handed();
        let rebound = match self.a.passes.has(Pass::Handover) {
            true => self.rebound(&handed, &saves),
            false => HashSet::default(),
        };
        let worked_on = self.rewound.union(&handed).copied();
        Plan {
            erased,
            recursion,
            results,
            irreversible,
            named: self.named.clone(),
            worked_on: worked_on.collect(),
            rebound,
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

    /// What the reverse sweep exchanges, and what it hands to pullbacks that may change it.
    fn handed(&self) -> HashSet<Local> {
        let mut handed = HashSet::default();
        self.a.f.body.walk(&mut |stmt| {
            // What a caller's content was exchanged with gives it back.
            if let (true, StmtKind::Exchange { a, b }) = (self.live.contains(&stmt.id), &stmt.kind)
                && (self.is_rewound(a.root) || self.is_rewound(b.root))
            {
                handed.extend([a, b].map(|place| self.a.flow.storage(place.root)));
            }
            if let (
                true,
                StmtKind::Let {
                    op: Op::Call(call), ..
                },
            ) = (self.live.contains(&stmt.id), &stmt.kind)
                && !self.a.flow.granted.contains_key(&stmt.id)
            {
                let unique =
                    |a: &Arg| matches!(a, Arg::Ref { mutable: true, .. }).then(|| arg_root(a));
                handed.extend(
                    call.args
                        .iter()
                        .filter_map(unique)
                        .flatten()
                        .map(|r| self.a.flow.storage(r)),
                );
            }
        });
        handed
    }

    /// A pullback takes the cotangent of its result even where nobody uses that result, and what was
    /// popped goes back with its shadow.
    fn results(&self) -> HashSet<Local> {
        let mut results = HashSet::default();
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
}

fn arg_root(arg: &Arg) -> Option<Local> {
    match arg {
        Arg::Ref { place, .. } => Some(place.root),
        Arg::Value(v) => v.local(),
    }
}
