//! Loops whose iterations commute run upwards.
//!
//! Receives a reverse sweep; promises the same sweep, in which an innermost counted loop runs in the order
//! of the primal where that makes no difference: where iterations only add to the shadows they share,
//! none reads what another adds to, and nothing is put back.
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
use crate::analysis::plan::Analyses;
use crate::ir::*;
use std::collections::BTreeSet;

/// Turns every loop round that can be.
pub(super) fn turn(a: &Analyses, revs: &mut [Rev]) {
    for rev in revs {
        match rev {
            Rev::Branch { arms, .. } => {
                arms.iter_mut().for_each(|arm| turn(a, arm));
            }
            Rev::Rest { body, .. } => turn(a, body),
            Rev::Loop {
                looped,
                body,
                upwards,
                ..
            } => {
                turn(a, body);
                let range = looped.counted && matches!(looped.kind, LoopKind::Range { .. });
                *upwards = range && innermost(body) && commutes(a, body);
            }
            _ => {}
        }
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

/// Whether the iterations of a loop with this body can run in any order.
fn commutes(a: &Analyses, body: &[Rev]) -> bool {
    let mut own = BTreeSet::new();
    mentions::each(body, &mut |mention| {
        if let Mention::Started(local) = mention {
            own.insert(local);
        }
    });
    let (mut grown, mut read) = (BTreeSet::new(), BTreeSet::new());
    let mut changed = false;
    mentions::each(body, &mut |mention| match mention {
        Mention::Started(_) | Mention::View(_) => {}
        Mention::Add(place) => drop(grown.insert(a.flow.storage(place.root))),
        Mention::Grown(local) => drop(grown.insert(a.flow.storage(local))),
        Mention::Read(local) => drop(read.insert(a.flow.storage(local))),
        Mention::Changed(local) => changed |= !own.contains(&local),
    });
    !changed && grown.intersection(&read).all(|l| own.contains(l))
}
