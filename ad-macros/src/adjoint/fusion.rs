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
//! they share, and if nothing is put back that later iterations go on with. Where the same holds of the last loop
//! in such a loop, within an iteration of that, it is taken back as it runs as well, and nothing is remembered of it.

mod fits;
mod inner;

use super::residual::Residuals;
use super::{Rev, Sweep, sweep_along, totals};
use crate::analysis::plan::{Analyses, How, Plan, Recursion, plan};
use crate::analysis::promises::{self, Promise};
use crate::ir::*;
use crate::passes::{Pass, Passes};
use crate::tables::HashSet;
use fits::{Fusion, Shared};
use inner::Inner;
use std::cell::OnceCell;

/// Each of them is tried with all that follow it.
const MOST: usize = 4;

/// How many loops, each in the next one, are taken back as they run.
const DEEPEST: usize = 3;

/// The last loops that may be taken back as they run, and what is known of the function if the first so many of
/// them are, and so many of those in them.
pub(crate) struct Along<'f> {
    loops: Vec<usize>,
    known: [[OnceCell<(Analyses<'f>, Plan)>; DEEPEST]; MOST],
}

/// The analyses, the plan and the sweep of a rule.
type Swept<'s, 'f> = (&'s Analyses<'f>, &'s Plan, Sweep<'s>);

impl<'f> Along<'f> {
    pub(crate) fn of(f: &'f Function, passes: &Passes) -> Self {
        let loops = match passes.has(Pass::Fusion) && has_plain_signature(f) {
            true => last_loops(f, passes),
            false => Vec::new(),
        };
        let known = [const { [const { OnceCell::new() }; DEEPEST] }; MOST];
        Along { loops, known }
    }

    /// Those of a rule that takes as many of the loops back as can be.
    pub(crate) fn sweep<'s>(&'s self, f: &'f Function, passes: &Passes) -> Option<Swept<'s, 'f>> {
        (0..self.loops.len()).rev().find_map(|last| {
            let mut fused = self.loops[..=last].to_vec();
            let mut found = None;
            for known in &self.known[last] {
                let (a, plan) = known.get_or_init(|| planned(f, passes, &fused));
                let sound = plan.irreversible.is_empty();
                let Some((sweep, deeper)) = sound.then(|| sweep_along(a, plan, passes)).flatten()
                else {
                    break;
                };
                found = Some((a, plan, sweep));
                if deeper.is_empty() {
                    break;
                }
                fused.extend(deeper);
            }
            found
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

/// Whether a loop counts, and its iterations come to an end.
fn runs_through(looped: &Loop) -> bool {
    let counts = looped.counted && matches!(looped.kind, LoopKind::Range { .. });
    counts && !looped.body.diverges
}

/// The sweep in the order in which it goes along with the primal, if it can; its loops are taken back as
/// they run. With them the loops in these that could be taken back as they run too, and are not.
pub(super) fn arrange<'f>(
    a: &'f Analyses<'f>,
    plan: &'f Plan,
    mut revs: Vec<Rev<'f>>,
    passes: &Passes,
) -> Option<(Vec<Rev<'f>>, Vec<usize>)> {
    totals::join(a, plan, &mut revs, passes);
    let outermost = |id: &usize| a.flow.parents[*id].is_empty();
    let fused: Vec<usize> = a.flow.fused.iter().copied().filter(outermost).collect();
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
    let fusion = Fusion { a, fused: &fused };
    let apart = fusion.only_adds(&loops, &shared) && fusion.is_apart(&between, &shared);
    head.extend(between);
    let [head, late] = fusion.settled(&head, &shared)?;
    // What was saved would be put back under the feet of the next iteration.
    let mut granted = a.flow.granted.iter();
    let unsaved =
        granted.all(|(at, promise)| *promise != Promise::OnlyAdds || !plan.saves.contains_key(at));
    let fits = complete && unsaved && apart && fusion.leaves_all(&loops);
    let mut inside = Inner::default();
    if fits && a.flow.granted.is_empty() {
        loops.iter().for_each(|rev| inside.find(a, plan, rev));
    }
    let whole = fits && fused.len() + inside.fused == a.flow.fused.len();
    whole.then(|| {
        loops.iter_mut().for_each(|rev| inner::settle(a, rev));
        let revs = head.into_iter().chain(loops).chain(late).chain(tail);
        (revs.collect(), inside.others)
    })
}

/// The loops in a sweep that are taken back as they run, each with what the sweep does in it; not those inside of others.
pub(super) fn loops<'r, 'f>(
    a: &'r Analyses,
    revs: &'r [Rev<'f>],
) -> impl Iterator<Item = (&'f Stmt, &'f Loop, &'r [Rev<'f>])> {
    revs.iter().filter_map(|rev| match rev {
        Rev::Loop {
            stmt, looped, body, ..
        } if a.flow.fused.contains(&stmt.id) => Some((*stmt, *looped, body.as_slice())),
        _ => None,
    })
}

/// Where the first of the loops in a sweep is that are taken back as they run.
pub(crate) fn first(a: &Analyses, revs: &[Rev]) -> Option<usize> {
    let fused = &a.flow.fused;
    let is_fused = |rev: &Rev| matches!(rev, Rev::Loop { stmt, .. } if fused.contains(&stmt.id));
    revs.iter().position(is_fused)
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
        Rev::Loop { body, schedule, .. } => schedule.runs_like_the_primal() || totals::are_in(body),
        _ => false,
    }
}
