//! Two loops in each other change places where that makes the inner one run along memory.
//!
//! Receives a reverse sweep; promises the same sweep, in which a loop whose body is another one, with some
//! arithmetic around it, has become the inner loop of the two, if its iterations commute and more of what
//! is touched follows each other then.
//!
//! ```text
//! loop back over j {                    loop back over k {
//!     take d_c[i * n + j]                   loop over j {
//!     d_e = taken                               d_e = d_c[i * n + j]
//!     loop over k {                             d_b[k * n + j] += d_e * a[i * n + k]
//!         d_b[k * n + j] += d_e * a[i * n + k]   …
//!         …                                 }
//!     }                                 }
//! }                                     loop back over j { take d_c[i * n + j] }
//! ```
//!
//! What the outer body does besides its inner loop stays behind in a loop of its own; what the inner loop
//! reads of it is done again inside, a reset cell read instead of taken. The order in which cells grow is
//! free, so all that matters is that nothing is read which the other iterations change: cells that are
//! taken must be different ones for each iteration.

use super::mentions::{self, Mention};
use super::residual::Residuals;
use super::strides::Strides;
use super::{Ct, Rev, Schedule, started};
use crate::analysis::affine::Stride;
use crate::analysis::plan::{Analyses, Plan};
use crate::ir::*;
use std::collections::BTreeSet;

/// Changes the loops of every nest.
pub(super) fn change<'f>(a: &'f Analyses<'f>, plan: &'f Plan, revs: Vec<Rev<'f>>) -> Vec<Rev<'f>> {
    let (strides, residuals) = (Strides::of(a), Residuals::new(a, plan));
    let interchange = Interchange {
        a,
        strides,
        residuals,
    };
    interchange.sweep(revs)
}

struct Interchange<'f> {
    a: &'f Analyses<'f>,
    strides: Strides<'f>,
    residuals: Residuals<'f>,
}

/// A loop of the sweep, as far as it matters here.
struct Nest<'r, 'f> {
    stmt: &'f Stmt,
    looped: &'f Loop,
    var: Local,
    before: &'r [Rev<'f>],
    inner: Inner<'r, 'f>,
    after: &'r [Rev<'f>],
}

struct Inner<'r, 'f> {
    stmt: &'f Stmt,
    looped: &'f Loop,
    var: Local,
    body: &'r [Rev<'f>],
}

impl<'f> Interchange<'f> {
    fn sweep(&self, revs: Vec<Rev<'f>>) -> Vec<Rev<'f>> {
        revs.into_iter().flat_map(|rev| self.rev(rev)).collect()
    }

    fn rev(&self, rev: Rev<'f>) -> Vec<Rev<'f>> {
        if let Some(changed) = self.nest(&rev).and_then(|nest| self.changed(&nest)) {
            return changed;
        }
        vec![rev.around(|body| self.sweep(body))]
    }

    /// The loop as a nest of two, if it is one.
    fn nest<'r>(&self, rev: &'r Rev<'f>) -> Option<Nest<'r, 'f>> {
        let (stmt, looped, var, body) = self.counted(rev)?;
        let at = body
            .iter()
            .position(|rev| matches!(rev, Rev::Loop { .. }))?;
        let (before, after) = (&body[..at], &body[at + 1..]);
        let inner = self.counted(&body[at])?;
        let straight = |rev: &Rev| {
            matches!(
                rev,
                Rev::Redo(..) | Rev::Start(..) | Rev::Add(..) | Rev::AddAt(..) | Rev::Take(_)
            )
        };
        let all = before.iter().chain(after).chain(inner.3);
        all.into_iter().all(straight).then_some(Nest {
            stmt,
            looped,
            var,
            before,
            inner: Inner {
                stmt: inner.0,
                looped: inner.1,
                var: inner.2,
                body: inner.3,
            },
            after,
        })
    }

    /// A loop over a range that remembers nothing.
    fn counted<'r>(&self, rev: &'r Rev<'f>) -> Option<(&'f Stmt, &'f Loop, Local, &'r [Rev<'f>])> {
        let Rev::Loop {
            stmt, looped, body, ..
        } = rev
        else {
            return None;
        };
        let LoopKind::Range { var, .. } = &looped.kind else {
            return None;
        };
        let plain = looped.counted && self.residuals.loop_items(looped).is_empty();
        plain.then_some((*stmt, *looped, *var, body.as_slice()))
    }

    fn changed(&self, nest: &Nest<'_, 'f>) -> Option<Vec<Rev<'f>>> {
        let again = self.done_again(nest)?;
        let is_free = self.is_free(nest, &again) && self.is_rectangular(nest);
        if !is_free || !self.is_worth_it(nest, &again) {
            return None;
        }
        let looped = |stmt, looped, body| Rev::Loop {
            stmt,
            looped,
            body,
            schedule: Schedule::default(),
        };
        let body = again.into_iter().chain(nest.inner.body.iter().cloned());
        let inner = looped(nest.stmt, nest.looped, body.collect());
        let outer = looped(nest.inner.stmt, nest.inner.looped, vec![inner]);
        let rest: Vec<Rev> = nest.before.iter().chain(nest.after).cloned().collect();
        let does_something = |rev: &Rev| !matches!(rev, Rev::Redo(..) | Rev::Start(..));
        let rest = rest
            .iter()
            .any(does_something)
            .then(|| looped(nest.stmt, nest.looped, rest));
        Some([outer].into_iter().chain(rest).collect())
    }

    /// What the inner body reads of the outer one, to be done in each of its iterations; none if that is
    /// too much.
    fn done_again(&self, nest: &Nest<'_, 'f>) -> Option<Vec<Rev<'f>>> {
        let mut needs = Needs::default();
        let inner = nest.inner.body;
        let started: BTreeSet<Local> = nest.before.iter().filter_map(started).collect();
        for rev in inner {
            let sums = matches!(rev, Rev::Add(local, _) if started.contains(local));
            if sums || matches!(rev, Rev::Take(_)) {
                return None;
            }
            needs.of(rev);
        }
        let mut again = Vec::new();
        for (at, rev) in nest.before.iter().enumerate().rev() {
            let rev = match rev {
                Rev::Redo(dst, op) if needs.values.contains(dst) && op.is_cheap() => rev.clone(),
                Rev::Redo(dst, _) if !needs.values.contains(dst) => continue,
                Rev::Start(local, ct) if needs.shadows.contains(local) => {
                    Rev::Start(*local, self.untaken(ct, &nest.before[..at], nest)?)
                }
                Rev::Add(local, ct) if needs.shadows.contains(local) => {
                    Rev::Add(*local, self.untaken(ct, &nest.before[..at], nest)?)
                }
                Rev::Redo(..) => return None,
                _ => continue,
            };
            needs.of(&rev);
            again.push(rev);
        }
        again.reverse();
        Some(again)
    }

    /// The contribution, with the cell read that was taken before it.
    fn untaken(&self, ct: &Ct, before: &[Rev<'f>], nest: &Nest<'_, 'f>) -> Option<Ct> {
        Some(match ct {
            Ct::Taken => {
                let taken = before.iter().rev().find_map(|rev| match rev {
                    Rev::Take(place) => Some(*place),
                    _ => None,
                })?;
                let distinct = self.strides.is_distinct(taken, nest.stmt, nest.var);
                distinct.then(|| Ct::At(taken.clone()))?
            }
            Ct::Neg(inner) => Ct::Neg(Box::new(self.untaken(inner, before, nest)?)),
            Ct::Times(inner, by) => {
                Ct::Times(Box::new(self.untaken(inner, before, nest)?), by.clone())
            }
            Ct::Over(inner, by) => {
                Ct::Over(Box::new(self.untaken(inner, before, nest)?), by.clone())
            }
            Ct::Of(_) | Ct::At(_) | Ct::Result => ct.clone(),
            _ => return None,
        })
    }

    /// Whether it makes no difference when the iterations of the nest run, and that the rest runs after
    /// them.
    fn is_free(&self, nest: &Nest<'_, 'f>, again: &[Rev<'f>]) -> bool {
        let (inner, again) = (self.effects(nest.inner.body), self.effects(again));
        let rest: Vec<Rev> = nest.before.iter().chain(nest.after).cloned().collect();
        let rest = self.effects(&rest);
        let apart = |a: &BTreeSet<Local>, b: &BTreeSet<Local>| a.is_disjoint(b);
        let taken_once = rest.changed.len() == rest.changes;
        // What is done again reads what is taken, and only that; nobody else may.
        apart(&inner.grown, &inner.read)
            && apart(&inner.grown, &again.read)
            && apart(&inner.grown, &rest.read)
            && apart(&inner.grown, &rest.changed)
            && apart(&rest.grown, &inner.read)
            && apart(&rest.grown, &again.read)
            && apart(&rest.changed, &inner.read)
            && apart(&rest.changed, &rest.read)
            && apart(&rest.changed, &rest.grown)
            && taken_once
    }

    fn effects(&self, revs: &[Rev]) -> Effects {
        let own: BTreeSet<Local> = revs.iter().filter_map(started).collect();
        let mut effects = Effects::default();
        mentions::each(revs, &mut |mention| {
            let (root, into) = match mention {
                Mention::Add(place) => (place.root, &mut effects.grown),
                Mention::Grown(local) => (local, &mut effects.grown),
                Mention::Read(root) | Mention::ReadAt(&Place { root, .. }) => {
                    (root, &mut effects.read)
                }
                Mention::Changed(root) | Mention::Taken(&Place { root, .. }) => {
                    effects.changes += 1;
                    (root, &mut effects.changed)
                }
                Mention::Started(_) | Mention::View(_) => return,
            };
            if !own.contains(&root) {
                into.insert(self.a.flow.storage(root));
            }
        });
        effects
    }

    /// Whether the inner loop has the same bounds in every iteration of the outer one.
    fn is_rectangular(&self, nest: &Nest) -> bool {
        let LoopKind::Range { head, .. } = &nest.inner.looped.kind else {
            return false;
        };
        let inside = |local: Local| self.a.flow.home[local.0].contains(&nest.stmt.id);
        head.ends()
            .filter_map(Operand::local)
            .all(|local| !inside(local))
    }

    fn is_worth_it(&self, nest: &Nest<'_, 'f>, again: &[Rev<'f>]) -> bool {
        let mut places = Vec::new();
        for rev in again.iter().chain(nest.inner.body) {
            match rev {
                Rev::Redo(_, op) => places.extend(op.places().iter().map(|(place, _)| *place)),
                Rev::AddAt(place, ct) => {
                    places.push(place);
                    ct.places(&mut places);
                }
                Rev::Start(_, ct) | Rev::Add(_, ct) => ct.places(&mut places),
                _ => {}
            }
        }
        let cost = |stmt: &Stmt, var: Local, still: Local| -> usize {
            let strides = places
                .iter()
                .map(|place| self.strides.stride(place, stmt, var, &[still]));
            strides.map(Stride::cost).sum()
        };
        cost(nest.stmt, nest.var, nest.inner.var) < cost(nest.inner.stmt, nest.inner.var, nest.var)
    }
}

/// What a part of a sweep does to the shadows that it finds.
#[derive(Default)]
struct Effects {
    grown: BTreeSet<Local>,
    read: BTreeSet<Local>,
    changed: BTreeSet<Local>,
    /// How many statements change one.
    changes: usize,
}

/// What statements need from those before them.
#[derive(Default)]
struct Needs {
    values: BTreeSet<Local>,
    shadows: BTreeSet<Local>,
}

impl Needs {
    fn of(&mut self, rev: &Rev) {
        match rev {
            Rev::Redo(_, op) => {
                self.operands(op.operands());
                op.places().iter().for_each(|(place, _)| self.place(place));
                if let Op::Raw(raw) = op {
                    self.values.extend(&raw.reads);
                }
            }
            Rev::Start(_, ct) | Rev::Add(_, ct) => self.ct(ct),
            Rev::AddAt(place, ct) => {
                self.place(place);
                self.ct(ct);
            }
            _ => {}
        }
    }

    fn place(&mut self, place: &Place) {
        self.values.insert(place.root);
        self.operands(place.selectors());
    }

    fn operands(&mut self, operands: Vec<&Operand>) {
        self.values
            .extend(operands.into_iter().filter_map(|o| o.local()));
    }

    fn ct(&mut self, ct: &Ct) {
        ct.each(&mut |ct| match ct {
            Ct::Of(local) => drop(self.shadows.insert(*local)),
            Ct::At(place) => self.place(place),
            Ct::Times(_, operand) | Ct::Over(_, operand) | Ct::If(operand, _) => {
                self.operands(vec![operand]);
            }
            _ => {}
        });
    }
}
