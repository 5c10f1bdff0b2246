//! Loops whose iterations commute run upwards.
//!
//! Receives a reverse sweep; promises the same sweep, in which an innermost counted loop runs in the order
//! of the primal where that makes no difference: where iterations only add to the shadows they share,
//! none reads what another adds to or takes, and nothing is put back.
//!
//! ```text
//! loop i in (0..n).rev() {         loop i in 0..n {
//!     d_x[i] += d_s * y[i]             d_x[i] += d_s * y[i]
//! }                                }
//! ```
//!
//! Both directions compute the same sums. Loads and stores that follow each other upwards are what
//! vector instructions are made for.

use super::Rev;
use super::mentions::{self, Mention};
use super::strides::Strides;
use crate::analysis::plan::Analyses;
use crate::ir::*;
use std::collections::BTreeSet;

/// Turns every loop round that can be.
pub(super) fn turn(a: &Analyses, revs: &mut [Rev]) {
    let order = Order {
        a,
        strides: Strides::of(a),
    };
    order.turn(revs);
}

struct Order<'f> {
    a: &'f Analyses<'f>,
    strides: Strides<'f>,
}

impl Order<'_> {
    fn turn(&self, revs: &mut [Rev]) {
        for rev in revs {
            match rev {
                Rev::Branch { arms, .. } => arms.iter_mut().for_each(|arm| self.turn(arm)),
                Rev::Rest { body, .. } => self.turn(body),
                Rev::Loop {
                    stmt,
                    looped,
                    body,
                    schedule,
                } => {
                    self.turn(body);
                    schedule.upwards = match &looped.kind {
                        LoopKind::Range { var, .. } if looped.counted && innermost(body) => {
                            self.commutes(stmt, *var, body)
                        }
                        _ => false,
                    };
                }
                _ => {}
            }
        }
    }

    /// Whether the iterations of a loop with this body can run in any order.
    fn commutes(&self, stmt: &Stmt, var: Local, body: &[Rev]) -> bool {
        let mut own = BTreeSet::new();
        mentions::each(body, &mut |mention| {
            if let Mention::Started(local) = mention {
                own.insert(local);
            }
        });
        let storage = |local| self.a.flow.storage(local);
        let (mut grown, mut read, mut taken) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let mut changed = false;
        mentions::each(body, &mut |mention| match mention {
            Mention::Started(_) | Mention::View(_) => {}
            Mention::Add(place) => drop(grown.insert(storage(place.root))),
            Mention::Grown(local) => drop(grown.insert(storage(local))),
            Mention::Read(local) => drop(read.insert(storage(local))),
            // Different cells can be taken in any order, if nothing else happens to them.
            Mention::Taken(place) if self.strides.is_distinct(place, stmt, var) => {
                changed |= !taken.insert(storage(place.root));
            }
            Mention::Taken(place) => changed |= !own.contains(&place.root),
            Mention::Changed(local) => changed |= !own.contains(&local),
        });
        let alone = taken.is_disjoint(&grown) && taken.is_disjoint(&read);
        !changed && alone && grown.intersection(&read).all(|l| own.contains(l))
    }
}

/// Whether a body does no loop, and puts nothing back.
fn innermost(body: &[Rev]) -> bool {
    body.iter().all(|rev| match rev {
        Rev::Loop { .. } | Rev::Undo(_) => false,
        Rev::Branch { arms, .. } => arms.iter().all(|arm| innermost(arm)),
        Rev::Rest { body, .. } => innermost(body),
        _ => true,
    })
}
