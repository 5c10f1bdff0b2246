//! Where what may borrow is let go before its scope ends.
//!
//! Receives a function with its flow and writes; promises, for each result of a call that may be a
//! reference to what the call was given, the statement of its own region after which nothing mentions
//! it, if what it may borrow from changes later in its scope, or was lent to the call uniquely. There the
//! residual takes what it wants.
//!
//! What a statement changes, nothing borrows any more that the statement mentions: rustc has seen to that. So what is
//! passed to it was not made of a reference to that.
//!
//! ```text
//! let row = m.row(0);
//! s += row[1];            // row is released here
//! m.scale(2.0);
//!
//! let d = a.distance(b);  // may be a reference to what `a` refers to, as far as its type is not seen
//! w.shift(d);             // it is none, if `a` is one into `w`
//! ```

use super::flow::Flow;
use super::mutation::Mutation;
use crate::ir::*;
use crate::tables::{HashMap, HashSet};

/// By local, the statement after which it is released.
pub(crate) fn released(f: &Function, flow: &Flow, mutation: &Mutation) -> HashMap<Local, usize> {
    if flow.lent.is_empty() {
        return HashMap::default();
    }
    let mut mentions = Mentions {
        flow,
        borrowed: HashMap::default(),
        last: HashMap::default(),
        yielded: HashSet::default(),
        changed: changed_alone(f, mutation),
    };
    mentions.region(&f.body);
    let lent = flow.lent.iter().filter(|l| !mentions.yielded.contains(l));
    lent.filter_map(|&local| {
        let last = mentions.last.get(&local).copied();
        let own = flow.containing(local, last.unwrap_or(flow.def[local.0]));
        let from = mentions.borrowed.get(&local)?;
        // Not even looked at is what a unique reference may lead to.
        let unique = |at: usize| at == flow.def[local.0];
        let mut writes = mutation.writes.iter();
        let changes =
            writes.any(|w| from.contains(&w.storage) && (w.at > flow.end[own] || unique(w.at)));
        changes.then_some((local, own))
    })
    .collect()
}

struct Mentions<'a> {
    flow: &'a Flow,
    /// The storage, and the locals, that each lent local may borrow from.
    borrowed: HashMap<Local, HashSet<Local>>,
    last: HashMap<Local, usize>,
    /// Values of regions: they live on.
    yielded: HashSet<Local>,
    /// What each statement changes, of those that do nothing else.
    changed: HashMap<usize, Vec<Local>>,
}

/// What statements change whose values nothing mentions: they do not only look at what they may change.
fn changed_alone(f: &Function, mutation: &Mutation) -> HashMap<usize, Vec<Local>> {
    let (mut used, mut dropped) = (HashSet::default(), HashSet::default());
    f.body.walk(&mut |stmt| used.extend(mentioned(stmt)));
    f.body.walk(&mut |stmt| {
        if !matches!(&stmt.kind, StmtKind::Let { dst, .. } if used.contains(dst)) {
            dropped.insert(stmt.id);
        }
    });
    let mut changed: HashMap<usize, Vec<Local>> = HashMap::default();
    for write in mutation.writes.iter().filter(|w| dropped.contains(&w.at)) {
        changed.entry(write.at).or_default().push(write.storage);
    }
    changed
}

impl Mentions<'_> {
    fn region(&mut self, region: &Region) {
        for stmt in &region.stmts {
            self.stmt(stmt);
            stmt.regions().into_iter().for_each(|r| self.region(r));
            if let StmtKind::Branch(Branch {
                dst: Some(dst),
                arms,
                ..
            }) = &stmt.kind
            {
                let values = arms.iter().filter_map(|arm| arm.body.value()?.local());
                let from: Vec<Local> = values.collect();
                self.borrow(*dst, from);
            }
        }
        if let Some(local) = region.value().and_then(Operand::local) {
            let around = self.with_lenders(local);
            self.yielded.extend(around);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let mentioned = mentioned(stmt);
        for &local in &mentioned {
            for lender in self.with_lenders(local) {
                if lender == local || !self.borrows_what_changes(lender, stmt.id) {
                    self.last.insert(lender, stmt.id);
                }
            }
        }
        if let StmtKind::Branch(branch) = &stmt.kind {
            for bound in branch.arms.iter().flat_map(|arm| &arm.binds) {
                self.borrow(*bound, mentioned.clone());
            }
        }
        let dst = match &stmt.kind {
            StmtKind::Let { dst, .. } => dst,
            StmtKind::Assign { place, .. } | StmtKind::Push { place, .. } => &place.root,
            _ => return,
        };
        if self.flow.lent.contains(dst) {
            self.borrow(*dst, mentioned);
        }
    }

    fn borrow(&mut self, dst: Local, from: Vec<Local>) {
        let all = from.into_iter().flat_map(|l| self.with_lenders(l));
        let all: HashSet<Local> = all.collect();
        self.borrowed.entry(dst).or_default().extend(all);
    }

    /// Whether a statement changes something that a local may borrow from.
    fn borrows_what_changes(&self, local: Local, at: usize) -> bool {
        let (from, changed) = (self.borrowed.get(&local), self.changed.get(&at));
        from.zip(changed)
            .is_some_and(|(from, changed)| changed.iter().any(|storage| from.contains(storage)))
    }

    /// A local, and what it may borrow from.
    fn with_lenders(&self, local: Local) -> HashSet<Local> {
        let root = self.flow.origin[local.0];
        let lenders = self.borrowed.get(&root).into_iter().flatten().copied();
        lenders
            .chain([local, root, self.flow.storage(local)])
            .collect()
    }
}
