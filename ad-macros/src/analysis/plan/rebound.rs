//! Variables that the reverse sweep puts back by reference.
//!
//! Receives what is rewound and saved; promises the storage that nothing but assignments of all of it ever changes.
//! What such a variable held before is in the residual, each time as a value of its own, so that the reverse sweep
//! refers to one after the other and copies none.
//!
//! ```text
//! x = step(&x);              old = replace(&mut x, step(&x))         forward
//!                            x = &old                                reverse
//! ```

use super::{Planner, Save};
use crate::ir::*;
use crate::tables::{HashMap, HashSet};

impl Planner<'_> {
    /// Of `rewound`, what the reverse sweep changes in no other way, where `handed` is what pullbacks may change.
    pub(super) fn rebound(
        &self,
        handed: &HashSet<Local>,
        saves: &HashMap<usize, Save>,
    ) -> HashSet<Local> {
        let mut assigned = HashSet::default();
        self.a.f.body.walk(&mut |stmt| {
            if let StmtKind::Assign {
                place,
                how: Assign::Set,
                ..
            } = &stmt.kind
                && place.path.is_empty()
                && saves.get(&stmt.id).is_none_or(|save| *save == Save::Always)
            {
                assigned.insert(stmt.id);
            }
        });
        let writes = &self.a.mutation.writes;
        let only_assigned = |storage: &Local| {
            let mut writes = writes.iter().filter(|w| w.storage == *storage);
            writes.all(|w| assigned.contains(&w.at))
        };
        let owned = |storage: &Local| {
            let ty = self.a.f.ty(*storage);
            !ty.is_copy() && !ty.is_ref() && !self.params.contains_key(storage)
        };
        let rewound = self.rewound.iter().copied();
        rewound
            .filter(|storage| !handed.contains(storage) && owned(storage) && only_assigned(storage))
            .collect()
    }
}
