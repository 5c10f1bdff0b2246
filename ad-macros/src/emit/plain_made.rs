//! Values that are made of whole numbers, as far as anybody sees, of types that may derive nothing.
//!
//! Receives a function; promises to tell the values of constructors whose arguments show no float: `NodeId(self.n + 1)`. Where the
//! type derives nothing and has an `Eq`, such a value has the shadow of a field of it: an argument that is a float after all is given
//! nothing by that, which is an error (`ad-core/src/emitted/constant.rs`).
//!
//! ```text
//! let id = NodeId(n);
//!
//! let id = (&&&MadePlain::of({ NodeId(n) })).__made().0;                             // forward
//! let mut d_id = zeros_of(shape);                                                  // reverse: a `ConstantField`
//! accumulate(&d_n, d_id.__variant_NodeId().0);                                     // an error, if `d_n` is that of a float
//! ```

use super::Emitter;
use super::signature::Signature;
use crate::derive::Seen;
use crate::ir::*;
use crate::tables::HashSet;

/// Whether a constructor's arguments show no float, and some may be one.
pub(super) fn shows_no_float(f: &Function, made: &Construct) -> bool {
    let is_whole = |operand: &Operand| match operand {
        Operand::Local(l) => f.ty(*l).is_inert() || matches!(f.ty(*l), Ty::Unknown),
        Operand::Const(_, ty) => ty.is_inert(),
    };
    let may_be_float = |operand: &Operand| operand.local().is_some_and(|l| !f.ty(l).is_inert());
    let mut operands = made.fields.iter().map(|(_, operand)| operand);
    !made.is_of_std()
        && made.base.is_none()
        && made.collected.is_empty()
        && made.lists.is_empty()
        && operands.clone().any(may_be_float)
        && operands.all(is_whole)
}

impl Emitter<'_> {
    /// Whether a local is such a value, of a type that the signature does not name.
    pub(super) fn is_plain_made(&self, local: Local) -> bool {
        !self.generic && self.plain_made().contains(&local)
    }

    /// The type of the result, if that is such a value, also where the signature names it.
    pub(super) fn result_plain_made(&self, signature: &Signature) -> Option<Seen> {
        let given = self.f.body.value()?.local()?;
        let mut is_made = false;
        self.f.body.walk(&mut |stmt| {
            if let StmtKind::Let {
                dst,
                op: Op::Construct(made),
            } = &stmt.kind
            {
                is_made |= *dst == given && shows_no_float(self.f, made);
            }
        });
        is_made.then(|| signature.unsure_result(&self.core))?
    }

    fn plain_made(&self) -> &HashSet<Local> {
        let found = &self.answers.plain_made;
        found.get_or_init(|| {
            let (mut made, listed) = (HashSet::default(), self.listed());
            self.f.body.walk(&mut |stmt| match &stmt.kind {
                StmtKind::Let {
                    dst,
                    op: Op::Construct(c),
                } if self.may_derive_nothing(*dst, c) && !listed.contains(dst) => {
                    made.insert(*dst);
                }
                _ => {}
            });
            made
        })
    }

    fn may_derive_nothing(&self, local: Local, made: &Construct) -> bool {
        let built = self.a.flow.built.get(&local);
        built.is_some_and(|built| self.derived.named(&built.names).is_none())
            && shows_no_float(self.f, made)
    }

    /// What is an item of a list that has a shadow: it has none, if the items derive nothing.
    fn listed(&self) -> HashSet<Local> {
        let mut found = HashSet::default();
        self.f.body.walk(&mut |stmt| {
            if let StmtKind::Let {
                dst,
                op: op @ (Op::Array(_) | Op::VecOf(_)),
            } = &stmt.kind
                && self.a.activity.is_active(*dst)
            {
                found.extend(op.operands().into_iter().filter_map(Operand::local));
            }
        });
        found
    }

    /// The variables that such values are put into, and so are of their types.
    pub(super) fn holds_plain_made(&self) -> HashSet<Local> {
        let (made, mut found) = (self.plain_made(), HashSet::default());
        let is_made = |value: &Operand| value.local().is_some_and(|l| made.contains(&l));
        self.f.body.walk(&mut |stmt| match &stmt.kind {
            StmtKind::Let {
                dst,
                op: Op::Use(value),
            } if is_made(value) => {
                found.insert(*dst);
            }
            StmtKind::Assign { place, value, .. } if place.path.is_empty() && is_made(value) => {
                found.insert(place.root);
            }
            _ => {}
        });
        found.retain(|l| matches!(self.f.ty(*l), Ty::Unknown));
        found
    }
}
