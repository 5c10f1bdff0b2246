//! How the value of one iteration is computed again.
//!
//! Receives a loop and a value that its iterations compute; promises the statements that compute it from the variables
//! of the loops around it and from what the loop leaves as it is: arithmetic only, that changes nothing of outside.
//!
//! ```text
//! for k in 0..n {
//!     let mut d = 0.0;                        let mut d = 0.0;
//!     for j in 0..3 { d += x[k * 3 + j]; }    for j in 0..3 { d += x[which * 3 + j]; }
//!     count += 1;
//!     if d < m { m = d; }
//! }
//! ```

use crate::analysis::plan::Analyses;
use crate::ir::*;
use crate::rewriting::renaming::can_be_renamed;
use crate::tables::{HashMap, HashSet};
use std::collections::BTreeSet;

pub(super) struct Recipe {
    /// The variables of the loops around the value.
    pub(super) variables: Vec<Local>,
    /// The statements, in order.
    pub(super) stmts: Vec<usize>,
}

impl Recipe {
    /// None where the value takes something that is not there behind the loop.
    pub(super) fn of(
        a: &Analyses,
        stmts: &HashMap<usize, &Stmt>,
        at: usize,
        value: Local,
    ) -> Option<Self> {
        let target = a.flow.def[value.0];
        let around = &a.flow.parents[target];
        let from = around.iter().position(|p| *p == at)?;
        let path = &around[from..];
        let mut search = Search {
            a,
            stmts,
            at,
            target,
            path,
            variables: variables(a.f, stmts, path)?,
            seen: HashSet::default(),
            kept: BTreeSet::new(),
        };
        search.need(value)?;
        Some(Recipe {
            variables: search.variables,
            stmts: search.kept.into_iter().collect(),
        })
    }
}

/// The variables of the loops on a path, if all of them run over ranges to their ends.
fn variables(f: &Function, stmts: &HashMap<usize, &Stmt>, path: &[usize]) -> Option<Vec<Local>> {
    let mut variables = Vec::new();
    for at in path {
        if let StmtKind::Loop(looped) = &stmts[at].kind {
            let counted = looped.counted && looped.dst.is_none();
            let var = looped.variable().filter(|_| counted)?;
            variables.push(Some(var).filter(|var| matches!(f.ty(*var), Ty::Int))?);
        }
    }
    Some(variables)
}

struct Search<'a> {
    a: &'a Analyses<'a>,
    stmts: &'a HashMap<usize, &'a Stmt>,
    /// The loop.
    at: usize,
    /// The statement that computes the value.
    target: usize,
    /// The statements around that, from the loop on.
    path: &'a [usize],
    variables: Vec<Local>,
    seen: HashSet<Local>,
    kept: BTreeSet<usize>,
}

impl Search<'_> {
    fn is_inside(&self, at: usize) -> bool {
        at > self.at && at <= self.a.flow.end[self.at]
    }

    /// The statement beside the path that another one is, or is in; none if that is on the path.
    fn beside(&self, at: usize) -> Option<usize> {
        let around = self.a.flow.parents[at].iter().chain([&at]);
        let mut inside = around.copied().filter(|p| self.is_inside(*p));
        inside.find(|p| !self.path.contains(p))
    }

    /// What the value takes.
    fn need(&mut self, local: Local) -> Option<()> {
        if self.variables.contains(&local) || !self.seen.insert(local) {
            return Some(());
        }
        let (flow, def) = (&self.a.flow, self.a.flow.def[local.0]);
        if !self.is_inside(def) {
            let storage = flow.storage(local);
            let mut writes = self.a.mutation.writes.iter();
            let changes = writes.any(|w| w.storage == storage && self.is_inside(w.at));
            return (!changes).then_some(());
        }
        let definition = self.beside(def).filter(|at| *at <= self.target)?;
        self.keep(definition)?;
        let storage = flow.storage(local);
        let writes = self.a.mutation.writes.iter();
        let writes = writes.filter(|w| w.storage == storage && self.is_inside(w.at));
        for at in writes.map(|w| w.at).collect::<Vec<_>>() {
            let write = self.beside(at)?;
            if flow.parents[write] != flow.parents[definition] {
                return None;
            }
            if write <= self.target {
                self.keep(write)?;
            }
        }
        Some(())
    }

    fn keep(&mut self, at: usize) -> Option<()> {
        if !self.kept.insert(at) {
            return Some(());
        }
        let end = self.a.flow.end[at];
        let mut writes = self.a.mutation.writes.iter();
        let within = |at_write: usize| at_write >= at && at_write <= end;
        let outside = |storage: Local| !self.is_inside(self.a.flow.def[storage.0]);
        if writes.any(|w| within(w.at) && outside(w.storage)) {
            return None;
        }
        let mut named = Vec::new();
        let mut fits = true;
        let mut look = |stmt: &Stmt| {
            fits &= is_arithmetic(self.a.f, stmt);
            named.extend(mentioned(stmt).into_iter().chain(given(stmt)));
        };
        let stmt = self.stmts[&at];
        look(stmt);
        for region in stmt.regions() {
            region.walk(&mut |stmt| look(stmt));
        }
        named.retain(|l| !within(self.a.flow.def[l.0]));
        fits.then_some(())?;
        named.into_iter().try_for_each(|local| self.need(local))
    }
}

/// Whether a statement may be run once more: it computes numbers, and calls nothing.
fn is_arithmetic(f: &Function, stmt: &Stmt) -> bool {
    let is_path = |place: &Place| {
        let plain = |step: &Step| {
            matches!(
                step,
                Step::Deref | Step::Field(_) | Step::Index(_) | Step::Range(..)
            )
        };
        place.path.iter().all(plain)
    };
    match &stmt.kind {
        StmtKind::Let { dst, op } => {
            f.info(*dst).part.is_none()
                && match op {
                    Op::Use(_)
                    | Op::Neg(_)
                    | Op::Binary(..)
                    | Op::Elementary { .. }
                    | Op::Cast(..)
                    | Op::Integer(..) => f.ty(*dst).is_scalar(),
                    Op::Load(place) => is_path(place) && f.ty(*dst).is_scalar(),
                    Op::Len(place, _) => is_path(place),
                    Op::Ref { place, mutable } => !mutable && is_path(place),
                    Op::Raw(raw) => raw.cheap && can_be_renamed(raw),
                    _ => false,
                }
        }
        StmtKind::Declare { .. } => true,
        StmtKind::Assign { place, .. } => place.path.is_empty(),
        StmtKind::Branch(branch) => matches!(branch.head, Head::If(_)),
        StmtKind::Loop(looped) => {
            let by_ones = matches!(&looped.kind, LoopKind::Range { head, .. }
                if !head.adaptors.iter().any(|a| matches!(a, Adaptor::StepBy(_))));
            by_ones && looped.counted && looped.dst.is_none()
        }
        _ => false,
    }
}

/// The locals that a statement and those in it define.
pub(super) fn defined(stmt: &Stmt) -> Vec<Local> {
    let mut defined = Vec::new();
    let mut look = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Let { dst, op } => {
            defined.push(*dst);
            if let Op::Elementary { partials, .. } = op {
                defined.extend(partials.iter().flatten());
            }
        }
        StmtKind::Declare { dst } => defined.push(*dst),
        StmtKind::Branch(branch) => defined.extend(branch.dst),
        StmtKind::Loop(looped) => defined.extend(looped.variable()),
        _ => {}
    };
    look(stmt);
    for region in stmt.regions() {
        region.walk(&mut |stmt| look(stmt));
    }
    defined
}
