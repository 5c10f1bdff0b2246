//! First contributions to the shadows of arguments are written instead of added.
//!
//! Receives a reverse sweep with its windows, for a function whose caller may hand in shadows that hold
//! anything; promises that every cell of the shadows it lists is written before it is added to.
//!
//! ```text
//! loop i in (0..n).rev() {         blank d_x outside of 0..n
//!     d_x[i] += d_s                loop i in (0..n).rev() {
//! }                                    d_x[i] = d_s
//!                                  }
//! ```
//!
//! Shadows of locals begin in the same way: with zeros, or uncleared where the memory can be that of an earlier call.
//!
//! So a buffer that a loop runs over is neither cleared before the sweep nor gone over after it: what is
//! written is never −0.0, and stays so. A shadow that begins otherwise is blanked where it begins. Whether
//! the caller's shadows hold something is said by the rule's first argument: pullbacks that are called by
//! other pullbacks add, as ever.

use super::grids::Grids;
use super::mentions::{self, Mention};
use super::windows::Begins;
use super::{Rev, neighbours};
use crate::analysis::plan::Analyses;
use crate::ir::*;
use crate::passes::Passes;
use crate::tables::HashSet;

/// Says where each shadow begins; returns the parameters whose shadows do, and the locals.
pub(super) fn begin(
    a: &Analyses,
    revs: &mut Vec<Rev>,
    passes: &Passes,
) -> (Vec<Local>, HashSet<Local>) {
    let grids = Grids::of(a, passes);
    let begun: Vec<Local> = begins(a).collect();
    for &root in &begun {
        let first = revs.iter().position(|rev| is_touched(a, rev, root));
        let begins = Begins::ForCaller;
        let blanked = first.and_then(|at| {
            let rev = &mut revs[at];
            begun_by_loop(rev, root, begins).or_else(|| grids.begin(rev, root, begins))
        });
        if blanked.is_none() {
            revs.insert(first.unwrap_or(revs.len()), Rev::Blank(root));
        }
    }
    let own = begin_own(a, revs, &grids);
    (begun, own)
}

/// The same for shadows that the sweep itself makes, of zeros: these need not be read.
fn begin_own(a: &Analyses, revs: &mut [Rev], grids: &Grids) -> HashSet<Local> {
    let mut own = HashSet::default();
    for at in 0..revs.len() {
        let (before, after) = revs.split_at_mut(at + 1);
        if let Rev::Fresh(root) = before[at]
            && let Some(first) = after.iter_mut().find(|rev| is_touched(a, rev, root))
            && begun_by_loop(first, root, Begins::Here)
                .or_else(|| grids.begin(first, root, Begins::Here))
                .is_some()
        {
            own.insert(root);
        }
    }
    own
}

/// Parameters whose shadow is a sequence of cells, lent as it is.
fn begins<'a>(a: &'a Analyses) -> impl Iterator<Item = Local> + 'a {
    let params = a.f.params.iter();
    let shared = params.filter(|p| p.passing == Passing::Ref && !p.constant);
    let active = shared.map(|p| p.local).filter(|l| a.activity.is_active(*l));
    active.filter(|l| {
        let Ty::Ref(_, of) = a.f.ty(*l) else {
            return false;
        };
        let in_place = matches!(**of, Ty::Slice(_) | Ty::Array(_));
        in_place && matches!(neighbours::element(a.f, *l), Some(Ty::Float(_)))
    })
}

fn is_touched(a: &Analyses, rev: &Rev, root: Local) -> bool {
    let mut touched = false;
    mentions::each(std::slice::from_ref(rev), &mut |mention| {
        let is_view = matches!(mention, Mention::View(_));
        touched |= !is_view && a.flow.storage(mention.local()) == root;
    });
    touched
}

/// A loop with a window on the shadow writes every cell that the window passes.
fn begun_by_loop(rev: &mut Rev, root: Local, begins: Begins) -> Option<()> {
    let Rev::Loop { schedule, .. } = rev else {
        return None;
    };
    let window = schedule.windows.iter_mut().find(|w| w.root == root)?;
    window.begins = begins;
    Some(())
}
