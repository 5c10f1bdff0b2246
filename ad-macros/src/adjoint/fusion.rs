//! The last loops of a function, reversed as they run.
//!
//! Receives a function; promises the analyses, the plan and the sweep of a rule whose last loops take each
//! iteration back as soon as it has run, where they can. The calls that start from a cotangent of one run
//! that rule: it remembers nothing of these loops.
//!
//! ```text
//! for i in 0..n { t = sin(x[i]); keep cos(x[i]); s += t }    for i in 0..n {
//! loop over i { d_x[i] += d_s * cos }                            t, cos = sin(x[i]); s += t
//!                                                                d_x[i] += d_s * cos
//!                                                            }
//! ```
//!
//! They can if all that their reverse sweep waits for is there before them, if iterations only add to what
//! they share, and if nothing is put back that later iterations go on with.

use super::mentions::{self, Mention};
use super::residual::Residuals;
use super::{Ct, Rev, Sweep, sweep_along, totals, workspace};
use crate::analysis::plan::{Analyses, How, Plan, Recursion, plan};
use crate::analysis::promises::{self, Promise};
use crate::ir::*;
use crate::passes::{Pass, Passes};
use crate::tables::HashSet;
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// Each of them is tried with all that follow it.
const MOST: usize = 4;

/// The last loops that may be taken back as they run, and what is known of the function if the first so many of
/// them are.
pub(crate) struct Along<'f> {
    loops: Vec<usize>,
    known: [OnceCell<(Analyses<'f>, Plan)>; MOST],
}

impl<'f> Along<'f> {
    pub(crate) fn of(f: &'f Function, passes: &Passes) -> Self {
        let loops = match passes.has(Pass::Fusion) && has_plain_signature(f) {
            true => last_loops(f, passes),
            false => Vec::new(),
        };
        let known = [const { OnceCell::new() }; MOST];
        Along { loops, known }
    }

    /// The analyses, the plan and the sweep of a rule that takes as many of the loops back as can be.
    pub(crate) fn sweep<'s>(
        &'s self,
        f: &'f Function,
        passes: &Passes,
    ) -> Option<(&'s Analyses<'f>, &'s Plan, Sweep<'s>)> {
        (0..self.loops.len()).rev().find_map(|last| {
            let fused = &self.loops[..=last];
            let (a, plan) = self.known[last].get_or_init(|| planned(f, passes, fused));
            let sound = plan.irreversible.is_empty();
            let sweep = sound.then(|| sweep_along(a, plan, passes))??;
            Some((a, plan, sweep))
        })
    }
}

fn planned<'f>(f: &'f Function, passes: &Passes, fused: &[usize]) -> (Analyses<'f>, Plan) {
    let mut a = Analyses::of(f, passes);
    a.flow.fused = fused.to_vec();
    a.flow.granted = promises::granted(&a, fused);
    let granted = &a.flow.granted;
    let gives = |at: usize| granted.get(&at) == Some(&Promise::GivesPart);
    a.mutation.writes.retain(|write| !gives(write.at));
    let mut plan = plan(&a);
    // What the rule itself holds is in no type that the rules of its callees could mention.
    plan.erased.clear();
    plan.recursion = Recursion::default();
    (a, plan)
}

/// A float comes back, nothing of the caller's changes, and nothing is moved in.
fn has_plain_signature(f: &Function) -> bool {
    let borrowed_or_scalar = |p: &Param| match p.passing {
        Passing::Ref => true,
        Passing::RefMut => false,
        Passing::Value => f.ty(p.local).is_float() || p.constant && f.ty(p.local).is_copy(),
    };
    f.ret.is_float() && f.items.is_empty() && f.params.iter().all(borrowed_or_scalar)
}

/// The loops at the end of a function, the last one first, if no exit leaves the function; none from one on whose
/// iterations go on with what others made.
fn last_loops(f: &Function, passes: &Passes) -> Vec<usize> {
    let mut returns = false;
    f.body.walk(&mut |stmt| {
        let to = matches!(
            stmt.kind,
            StmtKind::Exit {
                to: Exit::Return,
                ..
            }
        );
        returns |= to;
    });
    let mut loops = Vec::new();
    for stmt in f.body.stmts.iter().rev().filter(|_| !returns) {
        match &stmt.kind {
            StmtKind::Loop(looped) if runs_through(looped) => loops.push(stmt.id),
            StmtKind::Let { op, .. } if !matches!(op, Op::Call(_)) => {}
            _ if passes.has(Pass::Promises) && promises::may_give_part(stmt) => {}
            _ => break,
        }
    }
    loops.truncate(MOST);
    if loops.is_empty() {
        return loops;
    }
    let a = Analyses::of(f, passes);
    let ends = |stmt: &&Stmt| loops.contains(&stmt.id) && goes_on(&a, stmt);
    let last = f.body.stmts.iter().rev().find(ends).map(|stmt| stmt.id);
    let all = loops.iter().position(|id| Some(*id) == last);
    loops.truncate(all.unwrap_or(loops.len()));
    loops
}

/// Whether a loop's iterations go on with what others made of a variable that carries a derivative. One that is set has
/// a shadow that is put back, which is no mere growth; the shadow of a sum that is looked at as well grows where it is
/// read.
fn goes_on(a: &Analyses, stmt: &Stmt) -> bool {
    let active = |o: &Operand| o.local().filter(|l| a.activity.is_active(*l));
    let outer = |l: Local| a.activity.is_active(l) && !a.flow.home[l.0].contains(&stmt.id);
    let (mut set, mut summed, mut seen) = (false, HashSet::default(), HashSet::default());
    let mut see = |inner: &Stmt| match &inner.kind {
        StmtKind::Assign { place, how, value } => {
            let whole = place.path.is_empty() && outer(place.root);
            set |= whole && *how == Assign::Set;
            if whole && active(value).is_some() {
                summed.insert(place.root);
            }
            seen.extend(active(value));
        }
        StmtKind::Let { dst, op } if a.activity.is_active(*dst) => {
            seen.extend(op.operands().into_iter().filter_map(active));
            let loaded = op.places().into_iter().map(|(place, _)| place.root);
            seen.extend(loaded.filter(|l| a.activity.is_active(*l)));
        }
        _ => {}
    };
    stmt.regions()
        .iter()
        .for_each(|region| region.walk(&mut see));
    set || summed.intersection(&seen).next().is_some()
}

/// Whether a loop counts, and no iteration ends early.
fn runs_through(looped: &Loop) -> bool {
    let mut through = looped.counted && matches!(looped.kind, LoopKind::Range { .. });
    looped.body.walk(&mut |stmt| {
        let own = Exit::Continue(looped.label);
        through &= !matches!(&stmt.kind, StmtKind::Exit { to, .. } if *to == own);
    });
    through
}

/// The sweep in the order in which it goes along with the primal, if it can; its loops are taken back as
/// they run.
pub(super) fn arrange<'f>(
    a: &'f Analyses<'f>,
    plan: &'f Plan,
    mut revs: Vec<Rev<'f>>,
    passes: &Passes,
) -> Option<Vec<Rev<'f>>> {
    totals::join(a, plan, &mut revs, passes);
    let fused = &a.flow.fused;
    let fusion = Fusion {
        a,
        first: *fused.iter().min()?,
    };
    let is_fused = |rev: &Rev| matches!(rev, Rev::Loop { stmt, .. } if fused.contains(&stmt.id));
    let [mut head, mut loops, mut between, mut tail] = [const { Vec::new() }; 4];
    for rev in revs {
        let into = match &rev {
            _ if loops.len() == fused.len() => &mut tail,
            _ if is_fused(&rev) => &mut loops,
            Rev::StoreCell { .. } => &mut tail,
            _ if loops.is_empty() => &mut head,
            _ => &mut between,
        };
        into.push(rev);
    }
    loops.reverse();
    let small = depth(&loops) < depth(&tail) || makes_room_early(a, plan, &head);
    let pays = !small || loops.iter().any(|l| remembers(a, plan, l));
    let complete = pays && loops.len() == fused.len() && loops.iter().all(is_in_order);
    let shared = Shared::of(a, &loops, &tail);
    let apart = fusion.only_adds(&loops, &shared) && fusion.is_apart(&between, &shared);
    head.extend(between);
    // What was saved would be put back under the feet of the next iteration.
    let mut granted = a.flow.granted.iter();
    let unsaved =
        granted.all(|(at, promise)| *promise != Promise::OnlyAdds || !plan.saves.contains_key(at));
    let fits = complete && unsaved && apart && fusion.is_ready(&head) && fusion.leaves_all(&loops);
    fits.then(|| head.into_iter().chain(loops).chain(tail).collect())
}

/// What loops do to shadows.
#[derive(Default)]
struct Shared {
    own: BTreeSet<Local>,
    grown: BTreeSet<Local>,
    read: BTreeSet<Local>,
    changed: BTreeSet<Local>,
}

impl Shared {
    fn of(a: &Analyses, loops: &[Rev], tail: &[Rev]) -> Self {
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
}

/// Whether a shadow begins while there still is what it shadows, which would be gone otherwise.
fn makes_room_early(a: &Analyses, plan: &Plan, head: &[Rev]) -> bool {
    let is_scalar = |l: Local| a.f.ty(l).is_float();
    head.iter()
        .any(|rev| matches!(rev, Rev::Fresh(l) if !is_scalar(*l) && plan.how[l.0] != How::Keep))
}

/// How deep the loops go whose numbers of iterations are open: what shorter ones gain beside deeper ones does not show,
/// and a rule of its own is a second function to compile.
fn depth(revs: &[Rev]) -> usize {
    let each = revs.iter().map(|rev| match rev {
        Rev::Loop { looped, body, .. } => depth(body) + usize::from(is_open(looped)),
        Rev::Branch { arms, .. } => arms.iter().map(|arm| depth(arm)).max().unwrap_or(0),
        Rev::Rest { body, .. } => depth(body),
        _ => 0,
    });
    each.max().unwrap_or(0)
}

fn is_open(looped: &Loop) -> bool {
    match &looped.kind {
        LoopKind::Range { head, .. } => [&head.lo, &head.hi].iter().any(|o| o.local().is_some()),
        _ => true,
    }
}

/// Whether a loop would have to remember something of its iterations.
fn remembers(a: &Analyses, plan: &Plan, rev: &Rev) -> bool {
    let Rev::Loop { looped, .. } = rev else {
        return false;
    };
    let rows = |l: &Loop| !Residuals::new(a, plan).loop_items(l).is_empty();
    let mut remembers = rows(looped);
    looped.body.walk(&mut |stmt| {
        remembers |= matches!(&stmt.kind, StmtKind::Loop(l) if rows(l));
    });
    remembers
}

/// Whether a loop of the sweep may run behind the primal's, iteration by iteration, or stands for it.
fn is_in_order(rev: &Rev) -> bool {
    match rev {
        Rev::Loop { body, schedule, .. } => {
            totals::runs_like_the_primal(schedule) || totals::are_in(body)
        }
        _ => false,
    }
}

struct Fusion<'f> {
    a: &'f Analyses<'f>,
    /// The first of the loops.
    first: usize,
}

impl Fusion<'_> {
    /// Whether what comes before the loops in the sweep asks for nothing that they or what follows them make.
    fn is_ready(&self, head: &[Rev]) -> bool {
        let mut redone = HashSet::default();
        head.iter().all(|rev| match rev {
            Rev::Redo(local, op) => {
                redone.insert(*local);
                self.is_before(*local) || self.is_op_there(op, &redone)
            }
            Rev::Start(_, ct) | Rev::Add(_, ct) => self.is_ct_there(ct, &redone),
            Rev::Fresh(local) => self.is_before(*local),
            Rev::Call { call, granted, .. } => {
                let there =
                    |arg: &Arg| matches!(arg, Arg::Ref { place, .. } if self.is_before(place.root));
                *granted == Some(Promise::GivesPart) && call.args.iter().all(there)
            }
            Rev::View { view, mutable, .. } => !mutable && self.is_before(*view),
            Rev::Blank(_) | Rev::FreshCell { .. } => true,
            _ => false,
        })
    }

    /// Whether a local of the function's body is there before the loops, as it will stay.
    fn is_before(&self, local: Local) -> bool {
        let flow = &self.a.flow;
        flow.home[local.0].is_empty() && flow.def[local.0] < self.first
    }

    fn is_there(&self, local: Local, redone: &HashSet<Local>) -> bool {
        let fixed = !self.a.f.info(local).mutable;
        fixed && (self.is_before(local) || redone.contains(&local))
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
    fn only_adds(&self, loops: &[Rev], shared: &Shared) -> bool {
        let changed = shared.grown.intersection(&shared.read);
        let is_own = |l: &Local| shared.own.contains(l) && self.is_inside(*l);
        let mut changed = changed.chain(&shared.changed);
        changed.all(|l| is_own(l) || self.is_workspace(*l, loops))
    }

    /// Whether what the sweep does between the loops may be done before them.
    fn is_apart(&self, between: &[Rev], shared: &Shared) -> bool {
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
            let local = match mention {
                Mention::Add(place)
                | Mention::Taken(place)
                | Mention::View(place)
                | Mention::ReadAt(place) => place.root,
                Mention::Started(l) | Mention::Grown(l) => l,
                Mention::Read(l) | Mention::Changed(l) => l,
            };
            found |= self.a.flow.storage(local) == storage;
        });
        found
    }

    /// Whether all that is put back lives no longer than an iteration.
    fn leaves_all(&self, body: &[Rev]) -> bool {
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
        let (home, fused) = (&self.a.flow.home[local.0], &self.a.flow.fused);
        home.iter().any(|id| fused.contains(id))
    }
}
