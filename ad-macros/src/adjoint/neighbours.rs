//! The cells of shadows around a loop's variable.
//!
//! Receives a reverse sweep; promises to find, in each loop whose variable takes every value between its bounds, the
//! shadows that it names only at `x[i + c]`, for a few neighbouring `c`, and to let what is done to these cells be done
//! to slots, scalars that stand for them.
//!
//! ```text
//! t = take d_x[i]                  t = take slot d_x[+0]
//! d_x[i - 1] += t * a              slot d_x[-1] += t * a
//! ```
//!
//! Every `c` must be named in every iteration, so that its cell is known to exist; more may happen to it under branches
//! and in inner loops. What the slots hold, and where it comes from and goes to, is for `windows` and `carried` to say.

use super::mentions::{self, Mention};
use super::residual::place_ty;
use super::{Ct, Rev, Schedule};
use crate::analysis::affine::Definitions;
use crate::analysis::plan::Analyses;
use crate::ir::*;
use std::collections::{BTreeMap, BTreeSet};
use std::{mem, slice};

/// More cells cost more moves than they save.
const WIDEST: i64 = 4;

/// Calls `keep` for each such loop, outer ones first.
pub(super) fn each_loop<'f>(
    a: &'f Analyses<'f>,
    revs: &mut [Rev<'f>],
    keep: &impl Fn(&Cells<'_, 'f>, usize, &mut Vec<Rev<'f>>, &mut Schedule),
) {
    let definitions = Definitions::of(a.f);
    Sweep { a, definitions }.sweep(revs, keep);
}

struct Sweep<'f> {
    a: &'f Analyses<'f>,
    definitions: Definitions<'f>,
}

impl<'f> Sweep<'f> {
    fn sweep(
        &self,
        revs: &mut [Rev<'f>],
        keep: &impl Fn(&Cells<'_, 'f>, usize, &mut Vec<Rev<'f>>, &mut Schedule),
    ) {
        for rev in revs {
            if let Rev::Loop {
                stmt,
                looped,
                body,
                schedule,
            } = rev
                && let Some(var) = unit_steps(looped)
            {
                let cells = Cells {
                    a: self.a,
                    definitions: &self.definitions,
                    var,
                    apart: &mentions::apart(&self.a.flow, body),
                };
                keep(&cells, stmt.id, body, schedule);
            }
            let bodies = rev.bodies_mut().iter_mut();
            bodies.for_each(|body| self.sweep(body, keep));
        }
    }
}

/// The cells around the variable of a loop.
pub(super) struct Cells<'w, 'f> {
    a: &'f Analyses<'f>,
    definitions: &'w Definitions<'f>,
    var: Local,
    /// What a local leads to.
    apart: &'w dyn Fn(Local) -> Local,
}

/// Where a loop adds to a shadow, and where it takes or reads it.
#[derive(Default)]
pub(super) struct Uses {
    pub(super) added: BTreeSet<i64>,
    pub(super) had: BTreeSet<i64>,
    /// Something else is done to it.
    else_used: bool,
}

impl Uses {
    fn offsets(&self) -> impl Iterator<Item = &i64> {
        self.added.iter().chain(&self.had)
    }
}

impl<'f> Cells<'_, 'f> {
    /// The shadows whose cells are used as it `fits`, with the first and the last of these. What is done to them is done
    /// to the slots of the loop `looped` from here on.
    pub(super) fn keep(
        &self,
        looped: usize,
        body: &mut Vec<Rev<'f>>,
        fits: impl Fn(&Uses) -> bool,
    ) -> Vec<(Local, i64, i64)> {
        let named = self.named_always(body);
        let kept = self.uses(body).into_iter().filter_map(|(root, uses)| {
            let (low, high) = (*uses.offsets().min()?, *uses.offsets().max()?);
            let exist = uses.offsets().all(|o| named.contains(&(root, *o)));
            let keep = !uses.else_used && exist && high - low < WIDEST && fits(&uses);
            keep.then_some((root, low, high))
        });
        let kept: Vec<_> = kept.collect();
        if !kept.is_empty() {
            let roots: Vec<Local> = kept.iter().map(|(root, ..)| *root).collect();
            self.redirect(&roots, looped, body);
            self.forget_views(&roots, body);
        }
        kept
    }

    fn uses(&self, body: &[Rev]) -> BTreeMap<Local, Uses> {
        let mut uses: BTreeMap<Local, Uses> = BTreeMap::new();
        mentions::each(body, &mut |mention| {
            let of = uses.entry((self.apart)(mention.local())).or_default();
            match (mention, self.offset(&mention)) {
                (Mention::Add(_), Some(offset)) => drop(of.added.insert(offset)),
                (Mention::View(_), Some(_)) => {}
                (_, Some(offset)) => drop(of.had.insert(offset)),
                (_, None) => of.else_used = true,
            }
        });
        uses
    }

    /// `c`, if a mention is of the cell `x[i + c]`.
    fn offset(&self, mention: &Mention) -> Option<i64> {
        match mention {
            Mention::Add(place)
            | Mention::View(place)
            | Mention::Taken(place)
            | Mention::ReadAt(place) => self.cell(place).map(|(_, offset)| offset),
            _ => None,
        }
    }

    /// The cells that every iteration names.
    fn named_always(&self, body: &[Rev]) -> BTreeSet<(Local, i64)> {
        let mut named = BTreeSet::new();
        for rev in body.iter().filter(|rev| rev.bodies().is_empty()) {
            mentions::each(slice::from_ref(rev), &mut |mention| match mention {
                Mention::Add(place) | Mention::Taken(place) | Mention::ReadAt(place) => {
                    named.extend(self.cell(place));
                }
                _ => {}
            });
        }
        named
    }

    /// `x` and `c`, if the place is `x[i + c]`, a float in a sequence of which there is one shadow.
    fn cell(&self, place: &Place) -> Option<(Local, i64)> {
        let place = self.definitions.behind_views(place)?;
        let [Step::Index(index)] = place.path.as_slice() else {
            return None;
        };
        let root = place.root;
        let single = (self.apart)(root) == root && self.a.f.info(root).part.is_none();
        let float = matches!(element(self.a.f, root), Some(Ty::Float(_)));
        let offset = self.definitions.offset(index, self.var)?;
        (single && float).then_some((root, offset))
    }

    /// What is done to the cells is done to the slots.
    fn redirect(&self, roots: &[Local], looped: usize, revs: &mut [Rev<'f>]) {
        let slot = |place: &Place| {
            let kept = roots.contains(&(self.apart)(place.root));
            self.cell(place).filter(|_| kept)
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
                    bodies.for_each(|body| self.redirect(roots, looped, body));
                }
            }
        }
    }

    /// Drops the views of cells that nothing goes through any more.
    fn forget_views(&self, roots: &[Local], revs: &mut Vec<Rev>) {
        let gone = |view: Local| roots.contains(&(self.apart)(view));
        revs.retain(|rev| !matches!(rev, Rev::View { view, .. } if gone(*view)));
        for rev in revs {
            let bodies = rev.bodies_mut().iter_mut();
            bodies.for_each(|body| self.forget_views(roots, body));
        }
    }
}

/// The variable of a counted loop that takes every value between its bounds.
pub(super) fn unit_steps(looped: &Loop) -> Option<Local> {
    match &looped.kind {
        LoopKind::Range { var, head } if looped.counted && !head.inclusive => {
            let unit = head.adaptors.iter().all(|a| matches!(a, Adaptor::Rev));
            unit.then_some(*var)
        }
        _ => None,
    }
}

/// The type of a sequence's elements, where the syntax shows a sequence.
pub(crate) fn element(f: &Function, root: Local) -> Option<Ty> {
    match place_ty(f, &Place::of(root)).peeled() {
        Ty::Slice(of) | Ty::Array(of) | Ty::Vec(of) => Some((**of).clone()),
        _ => None,
    }
}
