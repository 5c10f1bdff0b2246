//! Rows of a matrix that two loops go over are written instead of added to.
//!
//! Receives a loop that is the first to touch a shadow, as [`first_touch`](super::first_touch) finds it; promises that
//! the loop begins all cells in the rows it goes over, if the only thing that it does to the shadow is to add to each
//! of them once.
//!
//! ```text
//! blank d_w                                    blank d_w outside of 0..m * n
//! loop over j in 0..m {                        loop over j in 0..m {
//!     loop over i in 0..n {                        loop over i in 0..n {
//!         d_w[j * n + i] += d_s * x[i]                 d_w[j * n + i] = d_s * x[i]
//!     }                                            }
//! }                                            }
//! ```
//!
//! The same for rows that are lent, `&w[j * n..(j + 1) * n]`, as they are by `chunks` and `chunks_exact`; what the
//! inner loop leaves of such a row is blanked there. Both loops go over every number between their bounds.

use super::neighbours::{element, unit_steps};
use super::rows::{Row, Rows};
use super::windows::Begins;
use super::{Rev, mentions};
use crate::analysis::plan::Analyses;
use crate::ir::*;
use crate::passes::{Pass, Passes};
use quote::quote;

/// A shadow, or a view of one, of which a loop begins the cells from `width * variable` on, so many.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub(crate) root: Local,
    /// Whose shadow it is a part of.
    pub(crate) storage: Local,
    pub(crate) width: Op,
    pub(crate) begins: Begins,
}

pub(super) struct Grids<'f> {
    a: &'f Analyses<'f>,
    rows: Option<Rows<'f>>,
}

impl<'f> Grids<'f> {
    pub(super) fn of(a: &'f Analyses<'f>, passes: &Passes) -> Self {
        let rows = passes.has(Pass::Grids).then(|| Rows::of(a));
        Grids { a, rows }
    }

    /// Lets a loop begin a shadow, if it can.
    pub(super) fn begin(&self, rev: &mut Rev, root: Local, begins: Begins) -> Option<()> {
        let row = self.row(rev, root)?;
        let grid = |of, width| Grid {
            root: of,
            storage: root,
            width,
            begins,
        };
        let Rev::Loop { body, schedule, .. } = rev else {
            return None;
        };
        schedule.grids.push(grid(root, row.width));
        for rev in body {
            if let Rev::Loop { body, schedule, .. } = rev
                && let Some(add) = body.iter_mut().find(|rev| self.is_of(rev, root))
            {
                if let Rev::AddAt(place, ct) = add {
                    *add = Rev::BeginAt(place.clone(), ct.clone(), begins);
                }
                // A loop may leave the rest of a row that is lent to it.
                if let Some(view) = row.view {
                    let cell = Operand::Const(quote!(1), Ty::Int);
                    schedule.grids.push(grid(view, Op::Use(cell)));
                }
            }
        }
        Some(())
    }

    /// The rows that a loop goes over, if one in it begins them.
    fn row(&self, rev: &Rev, root: Local) -> Option<Row> {
        let rows = self.rows.as_ref()?;
        let (outer, body) = as_loop(rev)?;
        let single = self.a.f.info(root).part.is_none();
        let cells = matches!(element(self.a.f, root), Some(Ty::Float(_)));
        let (inner, place) = body.iter().filter_map(as_loop).find_map(|(inner, body)| {
            let place = body.iter().find_map(|rev| match rev {
                Rev::AddAt(place, _) if self.is_of(rev, root) => Some(place),
                _ => None,
            });
            Some((inner, place?))
        })?;
        if !single || !cells || self.mentions(body, root) != 1 + rows.views(place) {
            return None;
        }
        let (by_row, by_cell) = (unit_steps(outer.1)?, unit_steps(inner.1)?);
        let LoopKind::Range { head, .. } = &inner.1.kind else {
            return None;
        };
        let row = rows.in_row(place, by_row, by_cell, head)?;
        let width = self.known_before(row.width, outer.0, body)?;
        Some(Row { width, ..row })
    }

    fn mentions(&self, body: &[Rev], root: Local) -> usize {
        let mut count = 0;
        mentions::each(body, &mut |mention| {
            count += usize::from(self.a.flow.storage(mention.local()) == root);
        });
        count
    }

    fn is_of(&self, add: &Rev, root: Local) -> bool {
        matches!(add, Rev::AddAt(place, _) if self.a.flow.storage(place.root) == root)
    }

    /// What computes a width before the outer loop, as it is in all of its iterations.
    fn known_before(&self, width: Op, outer: &Stmt, body: &[Rev]) -> Option<Op> {
        let f = self.a.f;
        let is_argument = |l: Local| !f.info(l).mutable && f.params.iter().any(|p| p.local == l);
        match &width {
            Op::Use(Operand::Local(local)) => {
                let fixed = !f.info(*local).mutable && self.a.flow.home[local.0].is_empty();
                let before = fixed && self.a.flow.def[local.0] < outer.id;
                if is_argument(*local) || before && !is_made_in(body, *local) {
                    return Some(width);
                }
                match self.rows.as_ref()?.definition(*local)? {
                    op @ (Op::Len(..) | Op::Raw(_)) => self.known_before(op.clone(), outer, body),
                    _ => None,
                }
            }
            Op::Use(_) => Some(width),
            Op::Len(place, false) if place.path.is_empty() && is_argument(place.root) => {
                Some(width)
            }
            Op::Raw(raw) if !raw.volatile && raw.reads.iter().all(|l| is_argument(*l)) => {
                Some(width)
            }
            _ => None,
        }
    }
}

fn as_loop<'r, 'f>(rev: &'r Rev<'f>) -> Option<((&'f Stmt, &'f Loop), &'r [Rev<'f>])> {
    match rev {
        Rev::Loop {
            stmt, looped, body, ..
        } => Some(((stmt, looped), body)),
        _ => None,
    }
}

/// Whether a local is computed again in a body.
fn is_made_in(body: &[Rev], local: Local) -> bool {
    body.iter().any(|rev| match rev {
        Rev::Redo(made, _) => *made == local,
        other => other.bodies().iter().any(|body| is_made_in(body, local)),
    })
}
