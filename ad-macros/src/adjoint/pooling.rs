//! Shadows of vectors on pooled memory.
//!
//! Receives a reverse sweep; promises to name the vectors of floats whose shadows live and die in it, none of
//! them moved. Emitted code makes such a shadow out of memory that the pool keeps between calls.
//!
//! ```text
//! let mut d_c = zeros_of(shape);    let mut d_c = shape.pooled(|| ());
//! d_c[i] += …                       d_c[i] += …                          d_c is a guard around the vector
//! ```
//!
//! A vector's memory comes from the system at every call, page by page where there is much of it. What is moved
//! into a pullback or into another shadow leaves the sweep, and so does its memory.

use super::Rev;
use crate::ir::*;
use crate::tables::HashSet;

pub(super) fn pooled(f: &Function, revs: &[Rev]) -> HashSet<Local> {
    let mut found = Found::default();
    found.sweep(revs);
    let is_vector = |local: &Local| matches!(f.ty(*local), Ty::Vec(of) if of.is_float());
    let stays = found.fresh.difference(&found.moved).copied();
    let mut pooled: HashSet<Local> = stays.filter(is_vector).collect();
    // What is taken over is pooled memory on both sides, or on neither.
    while let Some((heir, from)) = (found.taken_over.iter())
        .find(|(heir, from)| pooled.contains(heir) != pooled.contains(from))
    {
        pooled.remove(heir);
        pooled.remove(from);
    }
    pooled
}

#[derive(Default)]
struct Found {
    fresh: HashSet<Local>,
    moved: HashSet<Local>,
    taken_over: Vec<(Local, Local)>,
}

impl Found {
    fn sweep(&mut self, revs: &[Rev]) {
        for rev in revs {
            match rev {
                Rev::Fresh(local) => drop(self.fresh.insert(*local)),
                Rev::TakeOver { heir, from, .. } => {
                    self.fresh.insert(*heir);
                    self.taken_over.push((*heir, *from));
                }
                Rev::Call { dst, .. } | Rev::PushShadow { dst, .. } => {
                    self.moved.insert(*dst);
                }
                other => other.bodies().iter().for_each(|body| self.sweep(body)),
            }
        }
    }
}
