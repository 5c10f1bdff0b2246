//! Which fields of a shadow may be those of a constant.
//!
//! Receives a place; promises from which of its steps on a field is asked for with its type. A `#[constant]`
//! field has a shadow that has no fields: it is told which one is meant, and stays a constant.
//!
//! ```text
//! self.config.rate       d_self.config.__field(|part| &part.rate)
//! ```
//!
//! The call borrows the shadow of the whole `config`. So a field is named as it is wherever a part beside it
//! may be borrowed uniquely meanwhile: what holds that is no constant.
//!
//! A copy of such a field, `let config = self.config.clone()`, has the same shadow.

use super::Emitter;
use crate::ir::*;
use crate::tables::HashSet;

impl Emitter<'_> {
    /// How many steps of a place lead to what is surely no constant field: the first field of an argument
    /// or a variable at least, as that has a type of its own.
    pub(super) fn surely_shadowed(&self, place: &Place) -> usize {
        let is_field = |step: &Step| matches!(step, Step::Field(_));
        let first = place.path.iter().position(is_field);
        let is_part = self.f.info(place.root).part.is_some()
            || self.a.flow.origin[place.root.0] != place.root
            || self.is_of_field(place.root);
        let beside = self.borrowed_in_parts().iter();
        let beside = beside.filter(|other| other.root == place.root);
        let beside = beside.map(|other| 1 + steps_in_common(other, place));
        let first = match (is_part, first) {
            (true, _) => 0,
            (false, Some(first)) => first + 1,
            (false, None) => usize::MAX,
        };
        beside.fold(first, usize::max)
    }

    /// Whether a local is a copy of a field, and is asked for fields of its own: its type may be that of a constant. So may that
    /// of what is made of whole numbers.
    /// What a type parameter stands for may be differentiable without saying so.
    pub(super) fn is_of_field(&self, local: Local) -> bool {
        let copies = || self.answers.of_fields.get_or_init(|| self.copies());
        !self.generic && (self.is_plain_made(local) || copies().contains(&local))
    }

    fn copies(&self) -> HashSet<Local> {
        let is_field = |step: &Step| matches!(step, Step::Field(_));
        let (mut copies, mut asked) = (HashSet::default(), HashSet::default());
        self.f.body.walk(&mut |stmt| {
            let StmtKind::Let { dst, op } = &stmt.kind else {
                return;
            };
            let is_copy = match op {
                Op::Load(from) | Op::Clone(from, _) => {
                    from.path.iter().any(is_field) || copies.contains(&from.root)
                }
                Op::Use(Operand::Local(from)) => copies.contains(from),
                _ => false,
            };
            if is_copy && matches!(self.f.ty(*dst), Ty::Unknown) {
                copies.insert(*dst);
            }
            // What it gives says of itself that it carries no derivative.
            if let Op::Call(call) = op
                && self.may_be_bare(call)
                && let Some(Arg::Ref { place, .. }) = call.args.first()
            {
                asked.insert(self.a.flow.origin[place.root.0]);
            }
            let places = op.places().into_iter().map(|(place, _)| place);
            let parts = places.filter(|place| place.path.iter().any(is_field));
            asked.extend(parts.map(|place| self.a.flow.origin[place.root.0]));
        });
        copies.retain(|copy| asked.contains(copy));
        copies.extend(self.holds_plain_made());
        copies
    }

    /// The places that are borrowed uniquely while others may be asked for.
    fn borrowed_in_parts(&self) -> &[Place] {
        self.answers.in_parts.get_or_init(|| {
            let mut places = Vec::new();
            self.f.body.walk(&mut |stmt| match &stmt.kind {
                StmtKind::Let { op, .. } => places.extend(self.borrowed_by(op)),
                StmtKind::Branch(branch) => {
                    let bound = branch.arms.iter().flat_map(|arm| &arm.binds);
                    let unique = bound.filter(|l| matches!(self.f.ty(**l), Ty::Ref(true, _)));
                    places.extend(unique.filter_map(|l| self.f.info(*l).part.clone()));
                }
                _ => {}
            });
            places
        })
    }

    fn borrowed_by(&self, op: &Op) -> Vec<Place> {
        let unique = op.places().into_iter().filter(|(_, mutable)| *mutable);
        let places = unique.map(|(place, _)| place.clone());
        match op {
            // Whether a method changes its receiver is not seen. Where it is given nothing else of the same
            // variable, nobody else asks for a part of it meanwhile.
            Op::Call(call) if self.unsaid_receiver(0, call).is_some() && !self.shares(call) => {
                places.skip(1).collect()
            }
            // Nor is the place of `a.b += c`, which nobody keeps.
            Op::Call(call) if self.is_alone(call) => Vec::new(),
            _ => places.collect(),
        }
    }

    /// Whether a call is an operator's whose operands have nothing in common.
    pub(super) fn is_alone(&self, call: &Call) -> bool {
        matches!(call.callee, Callee::Operator(_)) && !self.shares(call)
    }

    /// Whether a call is given two parts of one variable.
    fn shares(&self, call: &Call) -> bool {
        let roots = call.args.iter().filter_map(|arg| match arg {
            Arg::Value(value) => value.local(),
            Arg::Ref { place, .. } => Some(place.root),
        });
        let mut seen = Vec::new();
        roots.map(|l| self.a.flow.origin[l.0]).any(|origin| {
            let again = seen.contains(&origin);
            seen.push(origin);
            again
        })
    }
}

/// How long two places are one.
fn steps_in_common(a: &Place, b: &Place) -> usize {
    let same = |(a, b): &(&Step, &Step)| match (a, b) {
        (Step::Field(a), Step::Field(b)) => a == b,
        _ => true,
    };
    a.path.iter().zip(&b.path).take_while(same).count()
}
