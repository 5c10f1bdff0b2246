//! Loads of storage that would be rewound for them alone.
//!
//! Receives a plan that has settled; promises to find the storage of which the reverse sweep reads nothing but loaded
//! numbers, and which it is no cheaper to put back, write by write, than to remember these numbers.
//!
//! ```text
//! for k in 0..n { y[j] += x[k] * w[k][j]; }      putting y back: n numbers for each j
//! t = y[j]; y[j] = t * s[j];                     remembering t: one
//! ```

use super::*;
use crate::adjoint::residual::place_ty;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// How many numbers are remembered, by how many loops are around: the deepest counts most.
type Cost = BTreeMap<Reverse<usize>, usize>;

/// What the statements of a function do with numbers in memory.
struct Numbers {
    /// Those that load one, and which local gets it.
    loaded: HashMap<usize, Local>,
    /// Those that write one.
    written: HashSet<usize>,
}

impl Planner<'_> {
    /// Whether something more is stored.
    pub(super) fn store_loads(&mut self) -> bool {
        let mut own = self.rewound.iter().copied().collect::<Vec<_>>();
        own.retain(|storage| !self.is_caller_storage(*storage));
        if own.is_empty() {
            return false;
        }
        let numbers = self.numbers();
        let loads = own.into_iter().filter_map(|s| self.cheaper(s, &numbers));
        let loads: Vec<Local> = loads.flatten().collect();
        self.stored.extend(&loads);
        !loads.is_empty()
    }

    fn numbers(&self) -> Numbers {
        let (mut loaded, mut written) = (HashMap::default(), HashSet::default());
        self.a.f.body.walk(&mut |stmt| match &stmt.kind {
            StmtKind::Let {
                dst,
                op: Op::Load(_),
            } if self.a.f.ty(*dst).is_float() => drop(loaded.insert(stmt.id, *dst)),
            StmtKind::Assign { place, .. } if place_ty(self.a.f, place).is_float() => {
                written.insert(stmt.id);
            }
            _ => {}
        });
        Numbers { loaded, written }
    }

    /// The loads of some storage, if they cost no more than putting it back.
    fn cheaper(&self, storage: Local, numbers: &Numbers) -> Option<Vec<Local>> {
        let writes = self.a.mutation.writes.iter();
        let back: Vec<usize> = writes
            .filter(|w| w.storage == storage && self.is_wanted_back(w))
            .map(|w| w.at)
            .collect();
        if !back.iter().all(|at| numbers.written.contains(at)) {
            return None;
        }
        let loads = self.only_loads(storage, &back, numbers)?;
        let flow = &self.a.flow;
        let saved = cost(back.iter().map(|at| flow.loops_around(*at)));
        let stored = cost(loads.iter().map(|load| flow.loop_depth(*load)));
        is_at_most(&stored, &saved).then_some(loads)
    }

    /// What is loaded of storage before one of the writes, if nothing else is read of it then.
    fn only_loads(&self, storage: Local, back: &[usize], numbers: &Numbers) -> Option<Vec<Local>> {
        let of_it = |of: Local, at: usize| {
            let earlier = |write: &usize| self.is_earlier((of, at), storage, *write);
            of == storage && back.iter().any(earlier)
        };
        let passed = self.passed.iter().any(|p| of_it(p.storage, p.at));
        let undone = self.undone.iter().any(|(of, at)| of_it(*of, *at));
        if passed || undone {
            return None;
        }
        let reads = self.reads.iter().filter(|(of, at)| of_it(*of, *at));
        let loads = reads.map(|(_, at)| {
            let load = numbers.loaded.get(at).copied();
            load.filter(|l| self.decide(*l) == How::Redo)
        });
        let loads: Option<BTreeSet<Local>> = loads.collect();
        Some(loads?.into_iter().collect())
    }
}

fn cost(depths: impl Iterator<Item = usize>) -> Cost {
    let mut cost = Cost::new();
    depths.for_each(|depth| *cost.entry(Reverse(depth)).or_default() += 1);
    cost
}

fn is_at_most(a: &Cost, b: &Cost) -> bool {
    let depths: BTreeSet<Reverse<usize>> = a.keys().chain(b.keys()).copied().collect();
    let counts = |cost: &Cost| -> Vec<usize> {
        depths
            .iter()
            .map(|d| cost.get(d).copied().unwrap_or(0))
            .collect()
    };
    counts(a) <= counts(b)
}
