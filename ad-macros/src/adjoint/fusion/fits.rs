//! Whether loops can be taken back as they run.
//!
//! Receives what the sweep does before some loops of a region, and what they do; promises to say what of the former is
//! ready before them, what can wait until behind them, and whether they ask for nothing that is made in between.
//!
//! ```text
//! s = Σ f(x[i]);  y = c * s                 d_s = ct * c        before the loop
//!                                           loop over i { … }
//! d_c = ct * s    d_s = ct * c              d_c = ct * s        waits for s
//! ```

use super::super::mentions::{self, Mention};
use super::super::{Ct, Rev, workspace};
use crate::analysis::plan::Analyses;
use crate::analysis::promises::Promise;
use crate::ir::*;
use crate::tables::HashSet;
use std::collections::BTreeSet;

/// What loops do to shadows.
#[derive(Default)]
pub(super) struct Shared {
    own: BTreeSet<Local>,
    grown: BTreeSet<Local>,
    read: BTreeSet<Local>,
    changed: BTreeSet<Local>,
}

impl Shared {
    pub(super) fn of(a: &Analyses, loops: &[Rev], tail: &[Rev]) -> Self {
        let storage = |local: Local| a.flow.storage(local);
        let mut shared = Shared::default();
        mentions::each(loops, &mut |mention| match mention {
            Mention::View(_) => {}
            Mention::Started(local) => drop(shared.own.insert(storage(local))),
            Mention::Add(place) => drop(shared.grown.insert(storage(place.root))),
            Mention::Grown(local) => drop(shared.grown.insert(storage(local))),
            Mention::Read(root) | Mention::ReadAt(&Place { root, .. }) => {
                shared.read.insert(storage(root));
            }
            Mention::Taken(place) => drop(shared.changed.insert(storage(place.root))),
            Mention::Changed(local) => drop(shared.changed.insert(storage(local))),
        });
        // What a loop added to in a register.
        for rev in tail {
            if let Rev::StoreCell { place, .. } = rev {
                shared.grown.insert(storage(place.root));
            }
        }
        shared
    }

    fn extend(&mut self, other: Shared) {
        self.own.extend(other.own);
        self.grown.extend(other.grown);
        self.read.extend(other.read);
        self.changed.extend(other.changed);
    }

    /// Whether these may change places with others: what both mention only grows, or is only read.
    fn is_apart(&self, other: &Shared) -> bool {
        let crosses = |a: &Shared, b: &Shared| {
            let changes = |l: &Local| b.changed.contains(l) || b.own.contains(l);
            let mut all = a
                .read
                .iter()
                .chain(&a.grown)
                .chain(&a.changed)
                .chain(&a.own);
            a.read.intersection(&b.grown).next().is_some() || all.any(changes)
        };
        !crosses(self, other) && !crosses(other, self)
    }
}

/// Loops that are to be taken back as they run.
pub(super) struct Fusion<'r, 'a> {
    pub(super) a: &'r Analyses<'a>,
    /// The loops, all of one region.
    pub(super) fused: &'r [usize],
}

impl Fusion<'_, '_> {
    /// What comes before the loops in the sweep, and what of it has to wait until behind them, as it asks for what they
    /// or what follows them make; `None` if the loops or others before them ask for what that does.
    pub(super) fn settled<'f>(
        &self,
        head: &[Rev<'f>],
        shared: &Shared,
    ) -> Option<[Vec<Rev<'f>>; 2]> {
        let (mut redone, mut waiting) = (HashSet::default(), Shared::default());
        let (mut now, mut late) = (Vec::new(), Vec::new());
        let mentioned = |rev: &Option<Rev>| Shared::of(self.a, rev.as_slice(), &[]);
        for rev in head {
            let whole = Some(rev.clone());
            let asks = !self.is_ready(rev, &mut redone) || !waiting.is_apart(&mentioned(&whole));
            let (first, then) = match rev {
                _ if !asks => (whole, None),
                // The loops may add to it as well.
                Rev::Start(local, ct)
                    if self.is_before(*local) && self.a.f.ty(*local).is_float() =>
                {
                    let (fresh, add) = (Rev::Fresh(*local), Rev::Add(*local, ct.clone()));
                    (Some(fresh), Some(add))
                }
                Rev::Redo(..)
                | Rev::Start(..)
                | Rev::Add(..)
                | Rev::AddAt(..)
                | Rev::AddCell { .. }
                | Rev::AddSlot { .. } => (None, whole),
                _ => return None,
            };
            if !waiting.is_apart(&mentioned(&first)) {
                return None;
            }
            waiting.extend(mentioned(&then));
            now.extend(first);
            late.extend(then);
        }
        waiting.is_apart(shared).then_some([now, late])
    }

    /// Whether a statement before the loops in the sweep asks for nothing that they or what follows them make.
    fn is_ready(&self, rev: &Rev, redone: &mut HashSet<Local>) -> bool {
        match rev {
            Rev::Redo(local, op) => {
                let ready = self.is_before(*local) || self.is_op_there(op, redone);
                ready && {
                    redone.insert(*local);
                    true
                }
            }
            Rev::Start(_, ct) | Rev::Add(_, ct) | Rev::AddCell { ct, .. } => {
                self.is_ct_there(ct, redone)
            }
            Rev::Fresh(local) => self.is_before(*local),
            Rev::Call { call, granted, .. } => {
                let there =
                    |arg: &Arg| matches!(arg, Arg::Ref { place, .. } if self.is_before(place.root));
                *granted == Some(Promise::GivesPart) && call.args.iter().all(there)
            }
            Rev::View { view, mutable, .. } => !mutable && self.is_before(*view),
            Rev::Blank(_) | Rev::FreshCell { .. } => true,
            _ => false,
        }
    }

    /// Whether a local is there before the loops, as it will stay.
    fn is_before(&self, local: Local) -> bool {
        let first = self.fused.iter().min();
        first.is_some_and(|first| self.a.flow.is_before(local, *first))
    }

    fn is_there(&self, local: Local, redone: &HashSet<Local>) -> bool {
        let fixed = !self.a.f.info(local).mutable;
        fixed && (self.is_before(local) || redone.contains(&local))
    }

    /// Whether nothing changes what a local leads to while the function runs.
    fn is_lent(&self, local: Local) -> bool {
        let mut params = self.a.f.params.iter();
        params.any(|p| p.local == local && matches!(p.passing, Passing::Ref))
    }

    fn is_op_there(&self, op: &Op, redone: &HashSet<Local>) -> bool {
        let operands = || op.operands().into_iter().filter_map(Operand::local);
        let there = |local| self.is_there(local, redone);
        match op {
            Op::Raw(raw) => !raw.volatile && raw.reads.iter().all(|l| there(*l)),
            Op::Len(place, changes) => {
                let mut chosen_by = place.selectors().into_iter().filter_map(Operand::local);
                !changes && there(place.root) && chosen_by.all(there)
            }
            Op::Load(place) => {
                let mut chosen_by = place.selectors().into_iter().filter_map(Operand::local);
                self.is_lent(place.root) && chosen_by.all(there)
            }
            Op::Use(_)
            | Op::Neg(_)
            | Op::Binary(..)
            | Op::Cast(..)
            | Op::Integer(..)
            | Op::Slope { .. } => operands().all(there),
            _ => false,
        }
    }

    fn is_ct_there(&self, ct: &Ct, redone: &HashSet<Local>) -> bool {
        let mut all = true;
        let there = |by: &Operand| by.local().is_none_or(|l| self.is_there(l, redone));
        ct.each(&mut |ct| {
            all &= match ct {
                Ct::Result | Ct::Of(_) | Ct::Neg(_) | Ct::Cast(..) | Ct::IfAny(..) => true,
                Ct::Times(_, by) | Ct::Over(_, by) | Ct::If(by, _) => there(by),
                _ => false,
            };
        });
        all
    }

    /// Whether iterations only add to shadows that they share, and none reads what another adds to.
    pub(super) fn only_adds(&self, loops: &[Rev], shared: &Shared) -> bool {
        let changed = shared.grown.intersection(&shared.read);
        let is_own = |l: &Local| shared.own.contains(l) && self.is_inside(*l);
        let mut changed = changed.chain(&shared.changed);
        changed.all(|l| is_own(l) || self.is_workspace(*l, loops))
    }

    /// Whether what the sweep does between the loops may be done before them.
    pub(super) fn is_apart(&self, between: &[Rev], shared: &Shared) -> bool {
        let mut apart = true;
        mentions::each(between, &mut |mention| {
            let storage = |local| self.a.flow.storage(local);
            apart &= match mention {
                Mention::Read(root) | Mention::ReadAt(&Place { root, .. }) => {
                    !shared.grown.contains(&storage(root))
                }
                Mention::Grown(local) => !shared.read.contains(&storage(local)),
                Mention::Started(_) => true,
                _ => false,
            };
        });
        apart
    }

    /// Whether the iterations of each of the loops have a variable for themselves.
    fn is_workspace(&self, storage: Local, loops: &[Rev]) -> bool {
        loops.iter().all(|rev| match rev {
            Rev::Loop { looped, body, .. } => {
                !self.has_shadow_in(storage, body)
                    || workspace::is_of_iterations(self.a, looped, storage)
            }
            _ => false,
        })
    }

    fn has_shadow_in(&self, storage: Local, body: &[Rev]) -> bool {
        let mut found = false;
        mentions::each(body, &mut |mention| {
            found |= self.a.flow.storage(mention.local()) == storage;
        });
        found
    }

    /// Whether all that is put back lives no longer than an iteration.
    pub(super) fn leaves_all(&self, body: &[Rev]) -> bool {
        body.iter().all(|rev| match rev {
            Rev::Undo(stmt) => {
                let changed = stmt.changed();
                let inside = |place: &&Place| self.is_inside(self.a.flow.storage(place.root));
                !changed.is_empty() && changed.iter().all(inside)
            }
            other => other.bodies().iter().all(|body| self.leaves_all(body)),
        })
    }

    fn is_inside(&self, local: Local) -> bool {
        let home = &self.a.flow.home[local.0];
        home.iter().any(|id| self.fused.contains(id))
    }
}
