//! Loops whose iterations commute run upwards.
//!
//! Receives a reverse sweep; promises the same sweep, in which an innermost counted loop runs in the order
//! of the primal where that makes no difference: where iterations only add to the shadows they share,
//! none reads what another adds to, takes or puts back.
//!
//! ```text
//! loop i in (0..n).rev() {         loop i in 0..n {
//!     d_x[i] += d_s * y[i]             d_x[i] += d_s * y[i]
//! }                                }
//! ```
//!
//! Both directions compute the same sums. Loads and stores that follow each other upwards are what
//! vector instructions are made for.

use super::mentions::{self, Mention};
use super::rows::Rows;
use super::strides::Strides;
use super::{Rev, puts_back};
use crate::analysis::plan::{Analyses, Plan};
use crate::analysis::saves::Save;
use crate::ir::*;
use std::collections::BTreeSet;

/// Turns every loop round that can be.
pub(super) fn turn(a: &Analyses, plan: &Plan, revs: &mut [Rev]) {
    Order::of(a, plan).turn(revs);
}

pub(super) struct Order<'f> {
    a: &'f Analyses<'f>,
    plan: &'f Plan,
    strides: Strides<'f>,
    rows: Rows<'f>,
}

impl<'f> Order<'f> {
    pub(super) fn of(a: &'f Analyses<'f>, plan: &'f Plan) -> Self {
        Order {
            a,
            plan,
            strides: Strides::of(a),
            rows: Rows::of(a),
        }
    }

    fn turn(&self, revs: &mut [Rev]) {
        for rev in revs {
            let bodies = rev.bodies_mut().iter_mut();
            bodies.for_each(|body| self.turn(body));
            if let Rev::Loop {
                stmt,
                looped,
                body,
                schedule,
            } = rev
            {
                schedule.upwards = match &looped.kind {
                    LoopKind::Range { var, .. } if looped.counted && innermost(body) => {
                        self.commutes(stmt, *var, body)
                    }
                    _ => false,
                };
            }
        }
    }

    /// Whether the iterations of a loop with this body can run in any order.
    pub(super) fn commutes(&self, stmt: &Stmt, var: Local, body: &[Rev]) -> bool {
        let (mut own, mut cells) = (BTreeSet::new(), Vec::new());
        let distinct = |place: &Place| self.strides.is_distinct(place, stmt, var);
        mentions::each(body, &mut |mention| match mention {
            Mention::Started(local) => drop(own.insert(local)),
            Mention::Taken(place) if distinct(place) => cells.push(place),
            _ => {}
        });
        let is_taken = |place: &Place| cells.iter().any(|cell| self.is_same(cell, place));
        let storage = mentions::apart(&self.a.flow, body);
        let (mut grown, mut read, mut taken) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let (mut added_to, mut looked_at) = (Vec::new(), Vec::new());
        let mut changed = false;
        mentions::each(body, &mut |mention| match mention {
            Mention::Started(_) | Mention::View(_) => {}
            Mention::Add(place) if is_taken(place) => {}
            Mention::Add(place) => added_to.push(place),
            Mention::ReadAt(place) => looked_at.push(place),
            Mention::Grown(local) => drop(grown.insert(storage(local))),
            Mention::Read(local) => drop(read.insert(storage(local))),
            // Different cells can be taken in any order, if nothing else happens to them.
            Mention::Taken(place) if distinct(place) => {
                changed |= !taken.insert(storage(place.root));
            }
            Mention::Taken(place) => changed |= !own.contains(&place.root),
            Mention::Changed(local) => changed |= !own.contains(&local),
        });
        // Where one array is looked at and added to, it has to be in different rows.
        let in_rows = |place: &Place| {
            let same = |other: &&&Place| storage(other.root) == storage(place.root);
            let mut others = added_to.iter().filter(same).peekable();
            others.peek().is_some()
                && !grown.contains(&storage(place.root))
                && others.all(|other| self.rows.apart(place, other, stmt, var))
        };
        let looked_at = looked_at.iter().filter(|place| !in_rows(place));
        read.extend(looked_at.map(|place| storage(place.root)));
        grown.extend(added_to.iter().map(|place| storage(place.root)));
        let alone = taken.is_disjoint(&grown) && taken.is_disjoint(&read);
        !changed
            && alone
            && grown.intersection(&read).all(|l| own.contains(l))
            && self.puts_back_apart(stmt, var, body)
    }

    /// Whether a body puts back other cells in each iteration, and reads no others of what it puts back.
    fn puts_back_apart(&self, looped: &Stmt, var: Local, body: &[Rev]) -> bool {
        let (mut storage, mut cells) = (BTreeSet::new(), Vec::new());
        let apart = mentions::apart(&self.a.flow, body);
        for rev in body {
            match rev {
                Rev::Undo(undone) => {
                    let StmtKind::Assign { place, .. } = &undone.kind else {
                        return false;
                    };
                    // Rows of its own are read backwards.
                    let alone = self.plan.saves.get(&undone.id) == Some(&Save::IfKept);
                    let distinct = self.strides.is_distinct(place, looped, var);
                    let once = storage.insert(apart(place.root));
                    if alone || !(distinct && once) {
                        return false;
                    }
                    cells.push(place);
                }
                Rev::Branch { arms, .. } if arms.iter().any(|arm| puts_back(arm)) => return false,
                Rev::Rest { body, .. } if puts_back(body) => return false,
                _ => {}
            }
        }
        let of_it = |local: Local| storage.contains(&apart(local));
        let another = |place: &Place| {
            let other = |cell: &&Place| {
                apart(cell.root) == apart(place.root)
                    && !self.is_same(cell, place)
                    && !self.rows.apart(cell, place, looped, var)
            };
            of_it(place.root) && cells.iter().any(other)
        };
        storage.is_empty() || self.reads_none(&of_it, &another, body)
    }

    /// Whether a body reads nothing of a storage but cells that are not another's.
    fn reads_none(
        &self,
        of_it: &impl Fn(Local) -> bool,
        another: &impl Fn(&Place) -> bool,
        body: &[Rev],
    ) -> bool {
        body.iter().all(|rev| match rev {
            Rev::Redo(_, Op::Ref { .. } | Op::Len(..)) => true,
            Rev::Redo(_, Op::Raw(raw)) => !raw.reads.iter().any(|local| of_it(*local)),
            Rev::Redo(_, op) => !op.places().iter().any(|(place, _)| another(place)),
            Rev::Call { .. } | Rev::Branch { .. } | Rev::Rest { .. } => false,
            _ => true,
        })
    }

    /// Whether two places of an iteration are certain to be one.
    fn is_same(&self, a: &Place, b: &Place) -> bool {
        let steps = a.path.iter().zip(&b.path);
        let same = |(a, b): (&Step, &Step)| match (a, b) {
            (Step::Deref, Step::Deref) => true,
            (Step::Field(a), Step::Field(b)) => a == b,
            (Step::Index(Operand::Local(a)), Step::Index(Operand::Local(b))) => {
                a == b && !self.a.f.info(*a).mutable
            }
            _ => false,
        };
        a.root == b.root && a.path.len() == b.path.len() && steps.into_iter().all(same)
    }
}

/// Whether a body does no loop.
fn innermost(body: &[Rev]) -> bool {
    body.iter().all(|rev| match rev {
        Rev::Loop { .. } => false,
        other => other.bodies().iter().all(|body| innermost(body)),
    })
}
