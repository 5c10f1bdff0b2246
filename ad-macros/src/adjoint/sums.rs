//! Sums over the iterations of a loop are formed in several parts.
//!
//! Receives a reverse sweep whose loops know whether their iterations commute; promises to name, for each
//! such innermost loop, the scalars of outside that every iteration adds to. Emitted code passes each of
//! them around a ring of partial sums.
//!
//! ```text
//! loop i in 0..n {                 a = b = c = -0.0
//!     d_m += d_x[i] * y[i]         loop i in 0..n {
//! }                                    d_m += d_x[i] * y[i]
//!                                      (d_m, a, b, c) = (a, b, c, d_m)
//!                                  }
//!                                  d_m += a + b + c
//! ```
//!
//! An addition takes several cycles, and an iteration that adds to what the last one added to waits for
//! them. Compilers keep the order in which a program adds floats; that of a gradient's sum nobody chose.

use super::{Rev, Sum};
use crate::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// More sums, with their parts, do not fit into registers beside everything else.
const MOST: usize = 2;

/// The cells that are promoted around a loop.
pub(super) type Cells = BTreeMap<usize, Ty>;

/// Finds the sums of each loop.
pub(super) fn part(revs: &mut [Rev]) {
    let cells: Cells = revs.iter().filter_map(super::fresh_cell).collect();
    for rev in revs {
        match rev {
            Rev::Branch { arms, .. } => arms.iter_mut().for_each(|arm| part(arm)),
            Rev::Rest { body, .. } => part(body),
            Rev::Loop { body, schedule, .. } if schedule.upwards => {
                let sums = of_body(body, &cells);
                schedule.sums = if sums.len() <= MOST { sums } else { Vec::new() };
            }
            Rev::Loop { body, .. } => part(body),
            _ => {}
        }
    }
}

/// What every iteration adds to, and did not start itself.
pub(super) fn of_body(body: &[Rev], cells: &Cells) -> Vec<Sum> {
    let started: BTreeSet<Local> = body
        .iter()
        .filter_map(|rev| match rev {
            Rev::Start(local, _) | Rev::Fresh(local) => Some(*local),
            _ => None,
        })
        .collect();
    let added = body.iter().filter_map(|rev| match rev {
        Rev::Add(local, _) => Some(*local),
        _ => None,
    });
    let shadows: BTreeSet<Local> = added.filter(|local| !started.contains(local)).collect();
    let promoted = body.iter().filter_map(|rev| match rev {
        Rev::AddCell { cell, .. } => Some(Sum::Cell(*cell, cells.get(cell)?.clone())),
        _ => None,
    });
    shadows
        .into_iter()
        .map(Sum::Shadow)
        .chain(promoted)
        .collect()
}
