//! Shadow cells of neighbouring iterations stay in registers.
//!
//! Receives a reverse sweep; promises the same sweep, in which a loop that touches the shadow of `x` only
//! by adding to `x[i + c]`, for a few neighbouring `c`, adds to scalars instead, one for each `c`. A cell
//! that no later iteration adds to goes to memory, once, and the scalars move on by one cell.
//!
//! ```text
//! loop i in (0..n).rev() {         d_0 = d_1 = -0.0
//!     d_x[i + 1] += p              loop i in (0..n).rev() {
//!     d_x[i] += q                      d_1 += p ; d_0 += q
//! }                                    d_x[i + 1] += d_1 ; d_1 = d_0 ; d_0 = -0.0
//!                                  }
//!                                  d_x[0] += d_1
//! ```
//!
//! Without this, each iteration waits until what the one before it stored can be loaded. Every `c` must
//! be added to in every iteration, so that its cell is known to exist; more may be added under branches
//! and in inner loops. Cells only ever grow here, so the order in which they do does not matter.

use super::mentions::{self, Mention};
use super::residual::place_ty;
use super::{Ct, Rev};
use crate::analysis::affine::Definitions;
use crate::analysis::plan::Analyses;
use crate::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// Wider windows cost more moves than they save.
pub(super) const WIDEST: i64 = 4;

/// The cells of one shadow around a loop's variable.
#[derive(Clone, Debug)]
pub(crate) struct Window {
    pub(crate) root: Local,
    /// The window is `x[i + low]` to `x[i + high]`, both included.
    pub(crate) low: i64,
    pub(crate) high: i64,
    pub(crate) begins: Begins,
}

/// Whether what a window stores is all that its cells have ever got: see `first_touch`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Begins {
    /// They have got something.
    No,
    /// It is all, and they hold nothing.
    Here,
    /// It is all, but they may hold anything, if the rule's caller says so.
    ForCaller,
}

/// Makes windows wherever there can be some.
pub(super) fn open<'f>(a: &'f Analyses<'f>, revs: &mut [Rev<'f>]) {
    let definitions = Definitions::of(a.f);
    Windows { a, definitions }.sweep(revs);
}

struct Windows<'f> {
    a: &'f Analyses<'f>,
    definitions: Definitions<'f>,
}

impl<'f> Windows<'f> {
    fn sweep(&self, revs: &mut [Rev<'f>]) {
        for rev in revs {
            if let Rev::Loop {
                stmt,
                looped,
                body,
                schedule,
            } = rev
                && let Some(var) = unit_steps(looped)
            {
                schedule.windows = self.of_loop(stmt, var, body);
            }
            let bodies = rev.bodies_mut().iter_mut();
            bodies.for_each(|body| self.sweep(body));
        }
    }

    /// The windows of a loop, in whose body what goes through them is redirected.
    fn of_loop(&self, stmt: &Stmt, var: Local, body: &mut Vec<Rev<'f>>) -> Vec<Window> {
        let apart = &mentions::apart(&self.a.flow, body);
        let cells = Cells::around(self.a, &self.definitions, var, apart);
        let windows = cells.windows(body);
        for window in &windows {
            cells.redirect(body, stmt.id, window.root);
        }
        let roots: Vec<Local> = windows.iter().map(|w| w.root).collect();
        cells.forget_views(body, &roots);
        windows
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

impl<'w, 'f> Cells<'w, 'f> {
    pub(super) fn around(
        a: &'f Analyses<'f>,
        definitions: &'w Definitions<'f>,
        var: Local,
        apart: &'w dyn Fn(Local) -> Local,
    ) -> Self {
        Cells {
            a,
            definitions,
            var,
            apart,
        }
    }

    /// Whose cells a local's are.
    pub(super) fn storage(&self, local: Local) -> Local {
        (self.apart)(local)
    }

    fn windows(&self, body: &[Rev]) -> Vec<Window> {
        // Offsets by storage; `None` where something else than adding to `x[i + c]` happens.
        let mut offsets: BTreeMap<Local, Option<BTreeSet<i64>>> = BTreeMap::new();
        mentions::each(body, &mut |mention| {
            let (root, offset) = match mention {
                Mention::Add(place) => match self.cell(place) {
                    Some((root, offset)) => (root, Some(offset)),
                    None => (place.root, None),
                },
                Mention::View(place) if self.is_cell_view(place) => return,
                Mention::View(place) | Mention::Taken(place) | Mention::ReadAt(place) => {
                    (place.root, None)
                }
                Mention::Started(local)
                | Mention::Grown(local)
                | Mention::Read(local)
                | Mention::Changed(local) => (local, None),
            };
            let of = offsets
                .entry((self.apart)(root))
                .or_insert_with(|| Some(BTreeSet::new()));
            match (of.as_mut(), offset) {
                (Some(of), Some(offset)) => drop(of.insert(offset)),
                _ => *of = None,
            }
        });
        let certain = self.certain(body);
        let windows = offsets.into_iter().filter_map(|(root, offsets)| {
            let offsets = offsets?;
            let (low, high) = (*offsets.first()?, *offsets.last()?);
            let exists = offsets.iter().all(|o| certain.contains(&(root, *o)));
            (exists && high - low < WIDEST).then_some(Window {
                root,
                low,
                high,
                begins: Begins::No,
            })
        });
        windows.collect()
    }

    /// The cells that every iteration adds to.
    fn certain(&self, body: &[Rev]) -> BTreeSet<(Local, i64)> {
        let adds = body.iter().filter_map(|rev| match rev {
            Rev::AddAt(place, _) => self.cell(place),
            _ => None,
        });
        adds.collect()
    }

    /// `x` and `c`, if the place is `x[i + c]`, a float in a sequence of which there is one shadow.
    pub(super) fn cell(&self, place: &Place) -> Option<(Local, i64)> {
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

    fn is_cell_view(&self, place: &Place) -> bool {
        self.cell(place).is_some()
    }

    /// Contributions to `x[i + c]` go to the slot `c`.
    fn redirect(&self, revs: &mut [Rev<'f>], looped: usize, root: Local) {
        for rev in revs {
            match rev {
                Rev::AddAt(place, ct) => {
                    if let Some((storage, offset)) = self.cell(place)
                        && storage == root
                    {
                        let ct = std::mem::replace(ct, Ct::Result);
                        *rev = Rev::AddSlot {
                            looped,
                            root,
                            offset,
                            ct,
                        };
                    }
                }
                other => {
                    let bodies = other.bodies_mut().iter_mut();
                    bodies.for_each(|body| self.redirect(body, looped, root));
                }
            }
        }
    }

    /// Drops the views of cells that nothing goes through any more.
    pub(super) fn forget_views(&self, revs: &mut Vec<Rev>, roots: &[Local]) {
        let gone = |view: Local| roots.contains(&(self.apart)(view));
        revs.retain(|rev| !matches!(rev, Rev::View { view, .. } if gone(*view)));
        for rev in revs {
            let bodies = rev.bodies_mut().iter_mut();
            bodies.for_each(|body| self.forget_views(body, roots));
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
