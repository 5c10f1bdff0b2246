//! Lists that become other collections where they go into a field, which no syntax shows.
//!
//! Receives locals; promises to say which of them are lists of what an iterator yields for a field. The run time
//! decides by types what becomes of them, and what comes back.
//!
//! ```text
//! Window { samples: xs.iter().copied().collect() }      Window { samples: collected(items) }
//!
//! d_items += d_window.samples                           GivenAsList(&d_items, &d_window.samples).accumulate()
//! ```

use super::Emitter;
use crate::ir::{Local, Op, StmtKind};

impl Emitter<'_> {
    /// Whether a local is such a list.
    pub(super) fn may_become_collection(&self, local: Local) -> bool {
        self.answers
            .collected
            .get_or_init(|| {
                let mut lists = Vec::new();
                self.f.body.walk(&mut |stmt| {
                    if let StmtKind::Let {
                        op: Op::Construct(made),
                        ..
                    } = &stmt.kind
                    {
                        lists.extend(&made.collected);
                    }
                });
                lists
            })
            .contains(&local)
    }
}
