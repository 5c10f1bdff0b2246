//! Loops whose iterations go side by side.
//!
//! Receives a reverse sweep whose loops know whether their iterations commute; promises to name, for those
//! of them that do arithmetic on neighbouring elements and no compiler would vectorise, which values
//! differ from one iteration to the next. Emitted code takes such a loop in strips of a few iterations.
//!
//! ```text
//! loop over j sums cell0 {             for each four j {
//!     d_t = d_c[i * n + j]                 d_t = four of d_c from i * n + j
//!     d_b[k * n + j] += d_t * a            four of d_b from k * n + j += d_t * (a, a, a, a)
//!     cell0 += d_t * b[k * n + j]          four parts of cell0 += d_t * four of b from k * n + j
//! }                                    }
//! ```
//!
//! Compilers keep the order of a program's additions, must find out whether arrays overlap, and stop at
//! every index that may be out of bounds: a sum, or an index that is more than the loop's variable, keeps
//! a loop from vector instructions. Of a gradient the order is free, and cells of one array that follow
//! each other are different ones.

use super::residual::{Item, Residuals, place_ty};
use super::strides::Strides;
use super::sums::{self, Cells};
use super::{Ct, Rev, Schedule, Sum, neighbours, totals};
use crate::analysis::affine::{Definitions, Stride};
use crate::analysis::plan::{Analyses, Plan};
use crate::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// A loop's body is emitted twice if it goes in strips.
const LONGEST: usize = 40;

/// How many pairs of arrays LLVM compares before a loop, to take it at once if they are apart.
const PAIRS: usize = 8;

/// What differs from one iteration to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Strips {
    pub(crate) values: BTreeSet<Local>,
    pub(crate) shadows: BTreeSet<Local>,
    /// References to elements, and where these are.
    pub(crate) views: BTreeMap<Local, Place>,
    /// What all iterations add to.
    pub(crate) sums: Vec<Sum>,
}

/// Finds the loops that go in strips.
pub(super) fn cut<'f>(a: &'f Analyses<'f>, plan: &'f Plan, revs: &mut [Rev<'f>]) {
    Cutter::of(a, plan).sweep(revs);
}

/// How a loop of the primal goes in strips, if it is arithmetic and adds to totals: what it does, statement by
/// statement. One whose indices are no more than its variable is left to compilers.
pub(crate) fn of_primal<'f>(
    a: &'f Analyses<'f>,
    plan: &'f Plan,
    stmt: &Stmt,
    looped: &'f Loop,
) -> Option<(Vec<Rev<'f>>, Schedule)> {
    let var = neighbours::unit_steps(looped)?;
    let body = totals::primal(a, plan, looped)?;
    let cutter = Cutter::of(a, plan);
    let farther = |rev: &Rev| match rev {
        Rev::Redo(_, Op::Load(place)) => {
            let mut indices = place.selectors().into_iter();
            indices.any(|index| cutter.definitions.offset(index, var).is_none())
        }
        _ => false,
    };
    let mut schedule = Schedule {
        upwards: true,
        ..Schedule::default()
    };
    let strips = cutter.strip(stmt, looped, &body, &schedule)?;
    let cut = body.iter().any(farther) && !strips.values.is_empty();
    schedule.strips = cut.then_some(strips);
    schedule.strips.is_some().then_some((body, schedule))
}

struct Cutter<'f> {
    a: &'f Analyses<'f>,
    strides: Strides<'f>,
    definitions: Definitions<'f>,
    residuals: Residuals<'f>,
    /// The variables of the loops around.
    around: Vec<Local>,
}

impl<'f> Cutter<'f> {
    fn of(a: &'f Analyses<'f>, plan: &'f Plan) -> Self {
        Cutter {
            a,
            strides: Strides::of(a),
            definitions: Definitions::of(a.f),
            residuals: Residuals::new(a, plan),
            around: Vec::new(),
        }
    }

    fn sweep(&mut self, revs: &mut [Rev<'f>]) {
        let cells: Cells = revs.iter().filter_map(super::fresh_cell).collect();
        for rev in revs {
            match rev {
                Rev::Branch { arms, .. } => arms.iter_mut().for_each(|arm| self.sweep(arm)),
                Rev::Rest { body, .. } => self.sweep(body),
                Rev::Loop {
                    stmt,
                    looped,
                    body,
                    schedule,
                } => {
                    schedule.strips = self.of_loop(stmt, looped, body, schedule, &cells);
                    let outside = self.around.len();
                    self.around.extend(neighbours::unit_steps(looped));
                    self.sweep(body);
                    self.around.truncate(outside);
                }
                _ => {}
            }
        }
    }

    fn of_loop(
        &self,
        stmt: &Stmt,
        looped: &Loop,
        body: &[Rev],
        schedule: &Schedule,
        cells: &Cells,
    ) -> Option<Strips> {
        let mut strips = self.strip(stmt, looped, body, schedule)?;
        strips.sums = sums::of_body(body, cells);
        let wide = schedule.windows.iter().any(|w| w.low != w.high);
        let hindered = wide || !strips.sums.is_empty() || self.is_scattered(body, schedule);
        hindered.then_some(strips)
    }

    /// What differs from one iteration to the next, if several can be done at once.
    fn strip(
        &self,
        stmt: &Stmt,
        looped: &Loop,
        body: &[Rev],
        schedule: &Schedule,
    ) -> Option<Strips> {
        let var = neighbours::unit_steps(looped)?;
        let LoopKind::Range { head, .. } = &looped.kind else {
            return None;
        };
        let items = self.residuals.loop_items(looped);
        let known = items.iter().all(|item| match item {
            Item::Old(_) => true,
            Item::Value(local) => matches!(self.a.f.ty(*local), Ty::Float(_)),
            _ => false,
        });
        let apart = schedule.carried.is_empty();
        let fits = schedule.upwards && apart && known && head.adaptors.is_empty();
        if !fits || length(body) > LONGEST {
            return None;
        }
        let stored = items.iter().filter_map(|item| match item {
            Item::Value(local) => Some(*local),
            _ => None,
        });
        let mut strip = Strip {
            cutter: self,
            stmt,
            var,
            strips: Strips {
                values: stored.collect(),
                ..Strips::default()
            },
        };
        // What is known of a shadow only grows.
        for _ in 0..2 {
            body.iter().try_for_each(|rev| strip.rev(rev))?;
        }
        Some(strip.strips)
    }

    /// Whether a compiler would not find out that what the body writes is apart from all else.
    fn is_scattered(&self, body: &[Rev], schedule: &Schedule) -> bool {
        let (mut written, mut read) = (schedule.windows.len(), 0);
        for rev in body {
            match rev {
                Rev::AddAt(..) | Rev::Take(_) => return true,
                // There is what was put back, and the row that it came from.
                Rev::Undo(_) => (written, read) = (written + 1, read + 1),
                Rev::Redo(_, Op::Load(_)) => read += 1,
                _ => {}
            }
        }
        let pairs = written * written.saturating_sub(1) / 2 + written * read;
        pairs > PAIRS
    }
}

/// How many statements there are that are not the primal's: these are emitted twice instead of once.
fn length(body: &[Rev]) -> usize {
    let of_primal = |rev: &&Rev| matches!(rev, Rev::Redo(..) | Rev::Total { .. });
    match totals::are_in(body) {
        true => body.iter().filter(|rev| !of_primal(rev)).count(),
        false => body.len(),
    }
}

/// A loop's body, one statement after the other.
struct Strip<'c, 'f> {
    cutter: &'c Cutter<'f>,
    stmt: &'c Stmt,
    var: Local,
    strips: Strips,
}

impl Strip<'_, '_> {
    /// None if the statement cannot be done for several iterations at once.
    fn rev(&mut self, rev: &Rev) -> Option<()> {
        match rev {
            Rev::Redo(dst, Op::Ref { place, .. }) => self.view(*dst, place)?,
            Rev::View { view, place, .. } => self.view(*view, place)?,
            Rev::Redo(dst, op) if self.cutter.a.f.ty(*dst).is_float() => {
                if self.value(op)? {
                    self.strips.values.insert(*dst);
                }
            }
            Rev::Redo(_, Op::Integer(..) | Op::Use(_) | Op::Raw(_) | Op::Len(..)) => {}
            Rev::Start(local, ct) | Rev::Add(local, ct) => {
                if self.ct(ct)? {
                    self.strips.shadows.insert(*local);
                }
            }
            // What a loop around keeps of cells is one number for all iterations.
            Rev::AddSlot { looped, .. } if *looped != self.stmt.id => return None,
            Rev::AddCell { ct, .. } | Rev::AddSlot { ct, .. } => drop(self.ct(ct)?),
            Rev::AddAt(place, ct) => {
                self.ct(ct)?;
                self.is_element(place)?.then_some(())?;
            }
            Rev::Take(place) => self.is_element(place)?.then_some(())?,
            // The terms of a total are added one after the other.
            Rev::Total { .. } => {}
            Rev::Undo(stmt) => {
                let StmtKind::Assign { place, .. } = &stmt.kind else {
                    return None;
                };
                self.is_element(place)?.then_some(())?;
            }
            _ => return None,
        }
        Some(())
    }

    fn view(&mut self, view: Local, place: &Place) -> Option<()> {
        let place = self.cutter.definitions.behind_views(place)?;
        match self.stride(&place)? {
            Stride::One => drop(self.strips.views.insert(view, place)),
            Stride::None => {}
            Stride::Back | Stride::Far => return None,
        }
        Some(())
    }

    /// Whether an operation's result differs from one iteration to the next.
    fn value(&self, op: &Op) -> Option<bool> {
        match op {
            Op::Load(place) => self.is_element(place),
            Op::Raw(raw) => self.stays(raw).then_some(false),
            Op::Use(_)
            | Op::Neg(_)
            | Op::Slope { .. }
            | Op::Binary(BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div, ..) => Some(
                op.operands()
                    .into_iter()
                    .any(|operand| self.differs(operand)),
            ),
            _ => None,
        }
    }

    /// Whether a number that carries no derivative is the same in all iterations.
    fn stays(&self, raw: &Raw) -> bool {
        let moves = |local: Local| self.cutter.a.flow.home[local.0].contains(&self.stmt.id);
        let same = |local: &Local| {
            let stride = self
                .cutter
                .definitions
                .stride(&Operand::Local(*local), self.var, &moves);
            !self.cutter.a.f.info(*local).mutable && stride == Stride::None
        };
        raw.cheap && !raw.volatile && raw.reads.iter().all(same)
    }

    fn differs(&self, operand: &Operand) -> bool {
        operand
            .local()
            .is_some_and(|local| self.strips.values.contains(&local))
    }

    fn ct(&self, ct: &Ct) -> Option<bool> {
        match ct {
            Ct::Taken => Some(true),
            Ct::Of(local) => Some(self.strips.shadows.contains(local)),
            // One that stays the same is not named here: a promoted cell would be.
            Ct::At(place) => self.is_element(place)?.then_some(true),
            Ct::Neg(inner) => self.ct(inner),
            Ct::Times(inner, by) | Ct::Over(inner, by) => Some(self.ct(inner)? || self.differs(by)),
            Ct::IfAny(came, inner) => Some(self.ct(came)? | self.ct(inner)?),
            _ => None,
        }
    }

    /// Whether iterations find neighbouring floats at a place, or all the same one; else none.
    fn is_element(&self, place: &Place) -> Option<bool> {
        let viewed = self.strips.views.contains_key(&place.root);
        if viewed {
            return matches!(place.path.as_slice(), [Step::Deref]).then_some(true);
        }
        if !place_ty(self.cutter.a.f, place).is_float() {
            return None;
        }
        match self.stride(place)? {
            Stride::One => Some(true),
            Stride::None => Some(false),
            Stride::Back | Stride::Far => None,
        }
    }

    fn stride(&self, place: &Place) -> Option<Stride> {
        let around = &self.cutter.around;
        let stride = self
            .cutter
            .strides
            .stride(place, self.stmt, self.var, around);
        let last = matches!(place.path.last(), Some(Step::Index(_)));
        let fits = place.path.iter().all(Step::is_plain) && (last || stride != Stride::One);
        fits.then_some(stride)
    }
}
