//! A shadow cell that every iteration of a loop adds to stays in a register.
//!
//! Receives a reverse sweep; promises the same sweep, in which a loop that adds to a cell whose place does
//! not change while it runs, adds to a scalar instead, which goes to the cell after it.
//!
//! ```text
//! loop back over l {               cell = -0.0
//!     redo t = i * n + j           loop back over l {
//!     d_a[t] += d_p * b[l]             cell += d_p * b[l]
//! }                                }
//!                                  if any: redo t = i * n + j ; d_a[t] += cell
//! ```
//!
//! Without this, each iteration waits until what the one before it stored can be loaded. Where no
//! iteration ran the place need not exist, and nothing came. As in `windows`, cells only ever grow here.

use super::mentions::{self, Mention};
use super::residual::place_ty;
use super::{Ct, Rev, puts_back};
use crate::analysis::plan::Analyses;
use crate::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// More of them do not fit into registers beside everything else.
const MOST: usize = 4;

/// Promotes the cells of every loop.
pub(super) fn promote<'f>(a: &'f Analyses<'f>, revs: Vec<Rev<'f>>) -> Vec<Rev<'f>> {
    let promotion = Promotion {
        a,
        cells: 0,
        around: Vec::new(),
    };
    { promotion }.sweep(revs)
}

struct Promotion<'f> {
    a: &'f Analyses<'f>,
    cells: usize,
    /// The variables of the loops around, which are the same in every iteration of those inside.
    around: Vec<Local>,
}

impl<'f> Promotion<'f> {
    fn sweep(&mut self, revs: Vec<Rev<'f>>) -> Vec<Rev<'f>> {
        revs.into_iter().flat_map(|rev| self.rev(rev)).collect()
    }

    fn rev(&mut self, rev: Rev<'f>) -> Vec<Rev<'f>> {
        match rev {
            Rev::Loop {
                stmt,
                looped,
                body,
                schedule,
            } => {
                let mut body = self.inside(looped, body);
                let (before, after) = self.of_loop(stmt, &mut body);
                let looped = Rev::Loop {
                    stmt,
                    looped,
                    body,
                    schedule,
                };
                before.into_iter().chain([looped]).chain(after).collect()
            }
            other => vec![other.around(|body| self.sweep(body))],
        }
    }

    fn inside(&mut self, looped: &Loop, body: Vec<Rev<'f>>) -> Vec<Rev<'f>> {
        let outside = self.around.len();
        if let (LoopKind::Range { var, .. }, true) = (&looped.kind, looped.counted) {
            self.around.push(*var);
        }
        let body = self.sweep(body);
        self.around.truncate(outside);
        body
    }

    /// Turns the contributions of a body into those to registers; returns what stands around the loop.
    fn of_loop(&mut self, stmt: &Stmt, body: &mut [Rev<'f>]) -> (Vec<Rev<'f>>, Vec<Rev<'f>>) {
        let (mut before, mut after) = (Vec::new(), Vec::new());
        // What an index is made of may change while the body runs.
        if puts_back(body) {
            return (before, after);
        }
        let apart = mentions::apart(&self.a.flow, body);
        let growing = only_growing(body, &apart);
        let still = Still::of(self, stmt, body);
        for rev in body {
            let Rev::AddAt(place, ct) = rev else { continue };
            let Some(redos) = still.made_again(place) else {
                continue;
            };
            let grows = growing.contains(&apart(place.root));
            let ty = place_ty(self.a.f, place);
            if grows && ty.is_float() && before.len() < MOST {
                let (cell, place) = (self.cells, place.clone());
                self.cells += 1;
                let ct = std::mem::replace(ct, Ct::Result);
                *rev = Rev::AddCell { cell, ct };
                before.push(Rev::FreshCell { cell, ty });
                after.push(Rev::StoreCell { cell, place, redos });
            }
        }
        (before, after)
    }
}

/// The storage whose shadow is only added to.
fn only_growing(body: &[Rev], apart: &impl Fn(Local) -> Local) -> BTreeSet<Local> {
    let mut only: BTreeMap<Local, bool> = BTreeMap::new();
    mentions::each(body, &mut |mention| {
        let (root, grows) = match mention {
            Mention::Add(place) | Mention::View(place) => (place.root, true),
            Mention::Started(local)
            | Mention::Grown(local)
            | Mention::Read(local)
            | Mention::Changed(local) => (local, false),
            Mention::Taken(place) | Mention::ReadAt(place) => (place.root, false),
        };
        *only.entry(apart(root)).or_insert(true) &= grows;
    });
    only.into_iter()
        .filter_map(|(root, only)| only.then_some(root))
        .collect()
}

/// The values that are the same in every iteration of a loop.
struct Still<'r, 'f> {
    a: &'f Analyses<'f>,
    around: Vec<Local>,
    stmt: &'r Stmt,
    /// What the body computes again.
    redone: BTreeMap<Local, &'f Op>,
    /// Shadows of views that are made in the body.
    viewed: BTreeSet<Local>,
}

impl<'r, 'f> Still<'r, 'f> {
    fn of(promotion: &Promotion<'f>, stmt: &'r Stmt, body: &[Rev<'f>]) -> Self {
        let redone = body.iter().filter_map(|rev| match rev {
            Rev::Redo(dst, op) => Some((*dst, *op)),
            _ => None,
        });
        let viewed = body.iter().filter_map(|rev| match rev {
            Rev::View { view, .. } => Some(*view),
            _ => None,
        });
        Still {
            a: promotion.a,
            around: promotion.around.clone(),
            stmt,
            redone: redone.collect(),
            viewed: viewed.collect(),
        }
    }

    /// What must be computed again outside of the loop for the place to be named there; none if it is not
    /// the same in every iteration.
    fn made_again(&self, place: &Place) -> Option<Vec<Rev<'f>>> {
        let plain = place.path.iter().all(Step::is_plain);
        if !plain || self.viewed.contains(&place.root) || self.is_inside(place.root) {
            return None;
        }
        let mut redos = Vec::new();
        for index in place.selectors().into_iter().filter_map(|s| s.local()) {
            self.value(index, &mut redos)?;
        }
        Some(redos)
    }

    fn is_inside(&self, local: Local) -> bool {
        !self.around.contains(&local) && self.a.flow.home[local.0].contains(&self.stmt.id)
    }

    fn value(&self, local: Local, redos: &mut Vec<Rev<'f>>) -> Option<()> {
        let made = |rev: &Rev| matches!(rev, Rev::Redo(dst, _) if *dst == local);
        if redos.iter().any(made) {
            return Some(());
        }
        let Some(op) = self.redone.get(&local) else {
            return (!self.is_inside(local)).then_some(());
        };
        let reads = match op {
            Op::Use(_) | Op::Integer(..) => op
                .operands()
                .into_iter()
                .filter_map(|o| o.local())
                .collect(),
            Op::Raw(raw) if !raw.volatile => raw.reads.clone(),
            _ => return None,
        };
        reads
            .into_iter()
            .try_for_each(|read| self.value(read, redos))?;
        redos.push(Rev::Redo(local, op));
        Some(())
    }
}
