//! Shadow cells that a loop hands on to their neighbours stay in registers.
//!
//! Receives a reverse sweep; promises the same sweep, in which a loop that takes, reads and adds to the shadow of
//! `x` only at `x[i + c]`, for a few neighbouring `c`, does so with scalars that hold these cells. An iteration loads
//! the one cell that the iteration before it did not have, and stores the one that the next will not.
//!
//! ```text
//! loop i in (1..n).rev() {         d_1 = d_x[n - 1]
//!     t = take d_x[i]              loop i in (1..n).rev() {
//!     d_x[i - 1] += t * a              d_0 = d_x[i - 1]
//! }                                    t = take d_1 ; d_0 += t * a
//!                                      d_x[i] = d_1 ; d_1 = d_0
//!                                  }
//!                                  d_x[0] = d_1
//! ```
//!
//! Without this, each iteration waits until what the one before it stored can be loaded, which costs as much as its
//! arithmetic; loops whose iterations commute do not wait. As in `windows`, every `c` must be named in every iteration,
//! so that its cell is known to exist; more may happen to it under branches and in inner loops. Every cell holds what
//! it held before, at every step.

use super::mentions::{self, Mention};
use super::windows::{Cells, WIDEST, unit_steps};
use super::{Ct, Rev};
use crate::analysis::affine::Definitions;
use crate::analysis::plan::Analyses;
use crate::ir::*;
use std::collections::{BTreeMap, BTreeSet};
use std::{mem, slice};

/// The cells of one shadow around a loop's variable.
#[derive(Clone, Debug)]
pub(crate) struct Carried {
    pub(crate) root: Local,
    /// The cells are `x[i + low]` to `x[i + high]`, both included.
    pub(crate) low: i64,
    pub(crate) high: i64,
}

/// Carries cells wherever some are handed on.
pub(super) fn carry<'f>(a: &'f Analyses<'f>, revs: &mut [Rev<'f>]) {
    let definitions = Definitions::of(a.f);
    Carrying { a, definitions }.sweep(revs);
}

struct Carrying<'f> {
    a: &'f Analyses<'f>,
    definitions: Definitions<'f>,
}

impl<'f> Carrying<'f> {
    fn sweep(&self, revs: &mut [Rev<'f>]) {
        for rev in revs {
            if let Rev::Loop {
                stmt,
                looped,
                body,
                schedule,
            } = rev
                && let Some(var) = unit_steps(looped).filter(|_| !schedule.upwards)
            {
                schedule.carried = self.of_loop(stmt, var, body);
            }
            let bodies = rev.bodies_mut().iter_mut();
            bodies.for_each(|body| self.sweep(body));
        }
    }

    /// The cells that a loop carries, in whose body what is done to them is redirected.
    fn of_loop(&self, stmt: &Stmt, var: Local, body: &mut Vec<Rev<'f>>) -> Vec<Carried> {
        let apart = &mentions::apart(&self.a.flow, body);
        let cells = Cells::around(self.a, &self.definitions, var, apart);
        let carried = found(&cells, body);
        if !carried.is_empty() {
            let roots: Vec<Local> = carried.iter().map(|c| c.root).collect();
            redirect(&cells, &roots, stmt.id, body);
            cells.forget_views(body, &roots);
        }
        carried
    }
}

/// Where a loop adds to a shadow, and where it takes or reads it.
#[derive(Default)]
struct Uses {
    added: BTreeSet<i64>,
    had: BTreeSet<i64>,
    /// Something else is done to it.
    else_used: bool,
}

impl Uses {
    /// The first and the last cell, if iterations have in common what they take or read and what they add to.
    fn handed_on(&self) -> Option<(i64, i64)> {
        let offsets = || self.added.iter().chain(&self.had);
        let (low, high) = (*offsets().min()?, *offsets().max()?);
        let both = !self.added.is_empty() && !self.had.is_empty();
        let handed = both && !self.else_used && low < high;
        (handed && high - low < WIDEST).then_some((low, high))
    }
}

/// The shadows whose cells are handed on.
fn found(cells: &Cells, body: &[Rev]) -> Vec<Carried> {
    let mut uses: BTreeMap<Local, Uses> = BTreeMap::new();
    mentions::each(body, &mut |mention| {
        let of = uses.entry(cells.storage(mention.local())).or_default();
        match (mention, offset(cells, &mention)) {
            (Mention::Add(_), Some(offset)) => drop(of.added.insert(offset)),
            (Mention::View(_), Some(_)) => {}
            (_, Some(offset)) => drop(of.had.insert(offset)),
            (_, None) => of.else_used = true,
        }
    });
    let named = named_always(cells, body);
    let carried = uses.into_iter().filter_map(|(root, uses)| {
        let (low, high) = uses.handed_on()?;
        let mut offsets = uses.added.iter().chain(&uses.had);
        let exist = offsets.all(|offset| named.contains(&(root, *offset)));
        exist.then_some(Carried { root, low, high })
    });
    carried.collect()
}

/// `c`, if a mention is of the cell `x[i + c]`.
fn offset(cells: &Cells, mention: &Mention) -> Option<i64> {
    match mention {
        Mention::Add(place)
        | Mention::View(place)
        | Mention::Taken(place)
        | Mention::ReadAt(place) => cells.cell(place).map(|(_, offset)| offset),
        _ => None,
    }
}

/// The cells that every iteration names.
fn named_always(cells: &Cells, body: &[Rev]) -> BTreeSet<(Local, i64)> {
    let mut named = BTreeSet::new();
    for rev in body.iter().filter(|rev| rev.bodies().is_empty()) {
        mentions::each(slice::from_ref(rev), &mut |mention| match mention {
            Mention::Add(place) | Mention::Taken(place) | Mention::ReadAt(place) => {
                named.extend(cells.cell(place));
            }
            _ => {}
        });
    }
    named
}

/// What is done to the cells is done to the slots that hold them.
fn redirect<'f>(cells: &Cells<'_, 'f>, roots: &[Local], looped: usize, revs: &mut [Rev<'f>]) {
    let slot = |place: &Place| {
        let carried = roots.contains(&cells.storage(place.root));
        cells.cell(place).filter(|_| carried)
    };
    for rev in revs {
        if let Some(ct) = rev.cotangent_mut() {
            ct.replace(&|ct| {
                let Ct::At(place) = ct else { return None };
                let (root, offset) = slot(place)?;
                Some(Ct::Slot {
                    looped,
                    root,
                    offset,
                })
            });
        }
        match rev {
            Rev::AddAt(place, ct) => {
                if let Some((root, offset)) = slot(place) {
                    let ct = mem::replace(ct, Ct::Result);
                    *rev = Rev::AddSlot {
                        looped,
                        root,
                        offset,
                        ct,
                    };
                }
            }
            Rev::Take(place) => {
                if let Some((root, offset)) = slot(place) {
                    *rev = Rev::TakeSlot {
                        looped,
                        root,
                        offset,
                    };
                }
            }
            other => {
                let bodies = other.bodies_mut().iter_mut();
                bodies.for_each(|body| redirect(cells, roots, looped, body));
            }
        }
    }
}
