//! What only one way of a branch gives anything to.
//!
//! Receives a reverse sweep; promises the same where the statements behind a branch in a loop, or behind a rest, that
//! build on nothing but what one way of it adds to shadows that have just begun, are done on that way.
//!
//! ```text
//! d_r = 0                                   d_r = 0
//! rest { d_r += ct * t }                    rest {
//! loop over k { d_x[k] += d_r * p }             d_r += ct * t
//!                                               loop over k { d_x[k] += d_r * p }
//!                                           }
//! ```
//!
//! On the other ways they would add zeros. Short ones that compilers turn into a choice of values stay where they are:
//! only a loop is worth it, or a way that is remembered, which is a branch in any case. In the body of the function
//! they stay as well, where a loop may be the first to pass over the shadow of an argument.

use super::mentions::{self, Mention};
use super::residual::Residuals;
use super::{Ct, Owned, Rev};
use crate::analysis::plan::{Analyses, Plan};
use crate::ir::*;
use crate::tables::HashSet;

pub(super) fn sink<'f>(a: &'f Analyses<'f>, plan: &'f Plan, revs: &mut [Rev<'f>]) {
    let residuals = Residuals::new(a, plan);
    let sinking = Sinking {
        a,
        residuals: &residuals,
    };
    for rev in revs {
        sinking.inside(rev, true);
    }
}

struct Sinking<'r, 'f> {
    a: &'r Analyses<'f>,
    residuals: &'r Residuals<'r>,
}

impl<'f> Sinking<'_, 'f> {
    /// Goes on in what a statement contains. In `once`, what happens in an iteration of a loop that is taken back as it
    /// runs, a loop that does not run leaves no rows to the next iteration's.
    fn inside(&self, rev: &mut Rev<'f>, once: bool) {
        match rev {
            Rev::Loop { stmt, body, .. } => {
                let once = once && self.a.flow.fused.contains(&stmt.id);
                self.sweep(body, once);
            }
            other => {
                let bodies = other.bodies_mut().iter_mut();
                bodies.flatten().for_each(|rev| self.inside(rev, once));
            }
        }
    }

    /// The statements of a loop's iteration, or of a branch in it.
    fn sweep(&self, revs: &mut Vec<Rev<'f>>, once: bool) {
        let mut at = 0;
        while at < revs.len() {
            if let Some(way) = self.sinks(revs, at, once) {
                let sunk = revs.split_off(at + 1);
                revs[at].bodies_mut()[way].extend(sunk);
            }
            match &mut revs[at] {
                rev @ Rev::Loop { .. } => self.inside(rev, once),
                other => {
                    let bodies = other.bodies_mut().iter_mut();
                    bodies.for_each(|body| self.sweep(body, once));
                }
            }
            at += 1;
        }
    }

    /// On which way of a branch all that follows it belongs.
    fn sinks(&self, revs: &[Rev<'f>], at: usize, once: bool) -> Option<usize> {
        let remembered = match &revs[at] {
            Rev::Branch { stmt, branch, .. } => self.residuals.branch_is_remembered(stmt, branch),
            Rev::Rest { .. } => true,
            _ => return None,
        };
        let (before, ways) = (&revs[..at], revs[at].bodies());
        let (way, silent) = (0..ways.len()).find_map(|way| {
            let silent = self.silent(before, ways, way);
            let fed = self.touched(&ways[way], |_| true);
            let feeds = silent.iter().any(|local| fed.contains(local));
            feeds.then_some((way, silent))
        })?;
        let mut fed = Fed {
            sinking: self,
            once,
            silent,
            cells: HashSet::default(),
        };
        let behind = &revs[at + 1..];
        let has_loop = behind.iter().any(|rev| matches!(rev, Rev::Loop { .. }));
        let adds = behind.iter().any(|rev| !matches!(rev, Rev::Redo(..)));
        let pays = has_loop || remembered && adds;
        (pays && fed.all(behind)).then_some(way)
    }

    /// The shadows that begin in the statements before a branch, to which no way of it but this one gives anything.
    fn silent(&self, before: &[Rev], ways: &[Vec<Rev>], way: usize) -> HashSet<Local> {
        let begun = before.iter().filter_map(|rev| match rev {
            Rev::Fresh(local) if self.a.flow.storage(*local) == *local => Some(*local),
            _ => None,
        });
        let mut begun: HashSet<Local> = begun.collect();
        let given = self.touched(before, |mention| !matches!(mention, Mention::Started(_)));
        begun.retain(|local| !given.contains(local));
        for (other, body) in ways.iter().enumerate() {
            if other != way && !begun.is_empty() {
                let here = self.touched(body, |_| true);
                begun.retain(|local| !here.contains(local));
            }
        }
        begun
    }

    /// The storage whose shadows statements mention in such a way.
    fn touched(&self, revs: &[Rev], counts: impl Fn(&Mention) -> bool) -> HashSet<Local> {
        let storage = |local: Local| self.a.flow.storage(local);
        let mut touched = HashSet::default();
        mentions::each(revs, &mut |mention| {
            if counts(&mention) {
                touched.insert(storage(mention.local()));
            }
        });
        touched
    }
}

/// What is known to be zero where the way is not taken.
struct Fed<'s, 'r, 'f> {
    sinking: &'s Sinking<'r, 'f>,
    once: bool,
    silent: HashSet<Local>,
    /// The cells in registers that begin among what is fed.
    cells: HashSet<usize>,
}

impl Fed<'_, '_, '_> {
    /// Whether a statement does nothing but add what is fed; what it defines is fed from here on.
    fn only(&mut self, rev: &Rev) -> bool {
        match rev {
            Rev::Redo(..) => true,
            Rev::View { mutable, .. } => !mutable,
            Rev::FreshCell { cell, .. } => {
                self.cells.insert(*cell);
                true
            }
            Rev::StoreCell { cell, .. } => self.cells.contains(cell),
            Rev::Fresh(local) => {
                self.silent.insert(*local);
                true
            }
            Rev::Start(local, ct) => {
                let silent = self.is_silent(ct);
                if silent {
                    self.silent.insert(*local);
                }
                silent
            }
            Rev::Add(_, ct)
            | Rev::AddAt(_, ct)
            | Rev::AddCell { ct, .. }
            | Rev::AddSlot { ct, .. }
            | Rev::Deposit(_, ct) => self.is_silent(ct),
            Rev::Accumulate {
                from: Owned::Of(local),
                ..
            } => self.silent.contains(local),
            Rev::Loop { looped, body, .. } => {
                let rows = !self.sinking.residuals.loop_items(looped).is_empty();
                looped.counted && (self.once || !rows) && self.all(body)
            }
            Rev::Branch { arms, .. } => arms.iter().all(|arm| self.all(arm)),
            Rev::Rest { body, .. } => self.all(body),
            _ => false,
        }
    }

    fn all(&mut self, revs: &[Rev]) -> bool {
        revs.iter().all(|rev| self.only(rev))
    }

    fn is_silent(&self, ct: &Ct) -> bool {
        match ct {
            Ct::Of(local) => self.silent.contains(local),
            Ct::At(place) => {
                let storage = self.sinking.a.flow.storage(place.root);
                self.silent.contains(&storage)
            }
            Ct::Neg(inner)
            | Ct::Times(inner, _)
            | Ct::If(_, inner)
            | Ct::Over(inner, _)
            | Ct::IfAny(_, inner)
            | Ct::Cast(inner, _) => self.is_silent(inner),
            Ct::Result | Ct::Taken | Ct::Slot { .. } | Ct::One(_) | Ct::Partial { .. } => false,
        }
    }
}
