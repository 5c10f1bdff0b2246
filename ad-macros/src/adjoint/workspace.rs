//! Arrays that a loop's iterations work on, each of them for itself.
//!
//! Receives a loop and an array from outside of it; promises to say whether every iteration fills the
//! array before it looks at it. Then no derivative goes from one iteration to another by way of it.
//!
//! ```text
//! let mut beta = vec![0.0; k];
//! for i in 0..n {
//!     for c in 0..k { beta[c] = distance(x, i, c); }
//!     total += log_sum_exp(&beta);
//! }
//! ```

use crate::analysis::plan::Analyses;
use crate::ir::*;

/// Whether each iteration of the loop fills `storage` before it looks at it.
pub(super) fn is_of_iterations(a: &Analyses, looped: &Loop, storage: Local) -> bool {
    let workspace = Workspace { a, storage };
    workspace
        .length()
        .is_some_and(|length| workspace.is_filled_first(&looped.body, length))
}

struct Workspace<'f> {
    a: &'f Analyses<'f>,
    storage: Local,
}

impl<'f> Workspace<'f> {
    /// How many elements it has, if it is a vector that keeps its length.
    fn length(&self) -> Option<&'f Operand> {
        let mut elements = true;
        let (mut made, mut of) = (Vec::new(), self.storage);
        self.a.f.body.walk(&mut |stmt| match &stmt.kind {
            StmtKind::Let { dst, op } => made.push((*dst, op)),
            StmtKind::Assign { place, .. } if self.is_it(place.root) => {
                elements &= matches!(place.path.as_slice(), [Step::Index(_)]);
            }
            _ => {}
        });
        let is_element = |at: usize| {
            let mut assigned = false;
            self.a.f.body.walk(&mut |stmt| {
                assigned |= stmt.id == at && matches!(stmt.kind, StmtKind::Assign { .. });
            });
            assigned
        };
        let mut writes = self.a.mutation.writes.iter();
        elements &= writes.all(|w| w.storage != self.storage || is_element(w.at));
        loop {
            let (_, op) = made.iter().find(|(dst, _)| *dst == of)?;
            match op {
                Op::Use(Operand::Local(local)) => of = *local,
                Op::VecRepeat(_, length) => return Some(length).filter(|_| elements),
                _ => return None,
            }
        }
    }

    /// Whether a loop over all of it assigns each element, and nothing before that mentions it.
    fn is_filled_first(&self, body: &Region, length: &Operand) -> bool {
        let first = body.stmts.iter().find(|stmt| self.is_mentioned_in(stmt));
        let Some(StmtKind::Loop(looped)) = first.map(|stmt| &stmt.kind) else {
            return false;
        };
        let LoopKind::Range { var, head } = &looped.kind else {
            return false;
        };
        let from_zero = matches!(&head.lo, Operand::Const(zero, _) if zero.to_string() == "0");
        let whole = from_zero && self.is_same(&head.hi, length);
        let plain = looped.counted && head.adaptors.is_empty() && !head.inclusive;
        let first = looped
            .body
            .stmts
            .iter()
            .find(|stmt| self.is_mentioned_in(stmt));
        let fills = |stmt: &Stmt| match &stmt.kind {
            StmtKind::Assign { place, how, .. } => {
                let at_var =
                    matches!(place.path.as_slice(), [Step::Index(Operand::Local(at))] if at == var);
                at_var && *how == Assign::Set
            }
            _ => false,
        };
        whole && plain && first.is_some_and(fills)
    }

    fn is_same(&self, a: &Operand, b: &Operand) -> bool {
        match (a.local(), b.local()) {
            (Some(a), Some(b)) => a == b && !self.a.f.info(a).mutable,
            (None, None) => match (a, b) {
                (Operand::Const(a, _), Operand::Const(b, _)) => a.to_string() == b.to_string(),
                _ => false,
            },
            _ => false,
        }
    }

    fn is_it(&self, local: Local) -> bool {
        self.a.flow.storage(local) == self.storage
    }

    fn is_mentioned_in(&self, stmt: &Stmt) -> bool {
        let inside = |region: &Region| region.stmts.iter().any(|stmt| self.is_mentioned_in(stmt));
        let mut names = mentioned(stmt).into_iter().chain(given(stmt));
        names.any(|l| self.is_it(l)) || stmt.regions().into_iter().any(inside)
    }
}
