//! What a method can promise of its pullback.
//!
//! Receives a method with its plan and its reverse sweep; promises whether the pullback leaves the receiver's shadow and
//! content as they are, if so do calls that are to be asked in turn, or whether the method gives a part of its receiver.
//!
//! ```text
//! fn add(&mut self, v: f64) { self.sum += v * v; }     leaves the shadow, if `+=` of what `sum` is does
//! fn set(&mut self, v: f64) { self.sum = v; }          takes what is in the shadow
//! fn value(&self) -> f64 { self.sum }                  gives a part
//! ```

use super::mentions::{self, Mention};
use super::{Rev, Sweep};
use crate::analysis::plan::{Analyses, Plan};
use crate::analysis::saves::Save;
use crate::ir::*;
use crate::tables::HashSet;
use std::slice;

/// The calls that the promise hangs on, if the method may make it.
pub(crate) fn only_adds<'f>(
    a: &'f Analyses<'f>,
    plan: &'f Plan,
    sweep: &Sweep<'f>,
) -> Option<Vec<&'f Call>> {
    let receiver = a.f.params.first()?;
    let fits = receiver.passing == Passing::RefMut && !receiver.constant;
    let checked = Checked {
        a,
        plan,
        receiver: a.flow.storage(receiver.local),
        calls: a.f.body.stmts.iter().filter_map(call_of).collect(),
    };
    (fits && checked.writes_only_to_add() && checked.leaves(&sweep.revs))
        .then(|| checked.asked().map(|(_, call)| call).collect())
}

/// Whether the method gives a number in its receiver, or a sum of such, and does nothing else.
pub(crate) fn gives_part(f: &Function) -> bool {
    let [receiver] = f.params.as_slice() else {
        return false;
    };
    let is_const = |operand: &Operand| operand.local().is_none();
    let is_linear = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Let { op, .. } => match op {
            Op::Load(place) => is_field(place),
            Op::Use(_) | Op::Scalar(_) | Op::Neg(_) | Op::Binary(BinOp::Add | BinOp::Sub, ..) => {
                true
            }
            Op::Binary(BinOp::Mul, a, b) => is_const(a) || is_const(b),
            Op::Binary(BinOp::Div, _, b) => is_const(b),
            _ => false,
        },
        _ => false,
    };
    receiver.passing == Passing::Ref
        && !receiver.constant
        && f.ret.is_float()
        && f.items.is_empty()
        && f.body.stmts.iter().all(is_linear)
}

fn call_of(stmt: &Stmt) -> Option<(usize, &Call)> {
    match &stmt.kind {
        StmtKind::Let {
            op: Op::Call(call), ..
        } => Some((stmt.id, call)),
        _ => None,
    }
}

/// A field, of a field, of something: it is always there.
fn is_field(place: &Place) -> bool {
    let mut steps = place.path.iter();
    steps.all(|step| matches!(step, Step::Field(_) | Step::Deref))
}

struct Checked<'f> {
    a: &'f Analyses<'f>,
    plan: &'f Plan,
    receiver: Local,
    /// Those of the body itself.
    calls: Vec<(usize, &'f Call)>,
}

impl<'f> Checked<'f> {
    /// Calls of a method of a field, and sums of a field and something else.
    fn asked(&self) -> impl Iterator<Item = (usize, &'f Call)> + '_ {
        self.calls.iter().copied().filter(|(_, call)| {
            let known = match &call.callee {
                Callee::Method(_) => true,
                Callee::Operator(operator) => {
                    matches!(operator.name, "add_assign" | "sub_assign")
                }
                _ => false,
            };
            let (first, others) = match call.args.split_first() {
                Some(split) => split,
                None => return false,
            };
            let of_receiver = |arg: &Arg| match arg {
                Arg::Ref { place, .. } => self.is_in_receiver(place.root),
                Arg::Value(value) => value.local().is_some_and(|l| self.is_in_receiver(l)),
            };
            let is_part = matches!(first, Arg::Ref { place, mutable: true }
                if place.root == self.a.f.params[0].local
                    && place.path.iter().any(|s| matches!(s, Step::Field(_)))
                    && is_field(place));
            call.is_by_itself() && known && is_part && !others.iter().any(of_receiver)
        })
    }

    fn is_in_receiver(&self, local: Local) -> bool {
        self.a.flow.storage(local) == self.receiver
    }

    /// Whether what changes the receiver adds numbers, which the pullback takes off only where the caller asks for that,
    /// or is asked itself.
    fn writes_only_to_add(&self) -> bool {
        let mut known: HashSet<usize> = self.asked().map(|(id, _)| id).collect();
        self.a.f.body.walk(&mut |stmt| {
            if let StmtKind::Assign {
                how: Assign::Add | Assign::Sub,
                ..
            } = stmt.kind
            {
                known.insert(stmt.id);
            }
        });
        let is_for_caller = |at: usize| {
            let save = self.plan.saves.get(&at);
            save.is_none_or(|save| matches!(save, Save::IfKept | Save::IfKeptHere))
        };
        let writes = self.a.mutation.writes.iter();
        let mut own = writes.filter(|w| w.storage == self.receiver);
        let inert = !self.a.mutation.opaque.contains(&self.receiver);
        inert && own.all(|w| !w.opaque && known.contains(&w.at) && is_for_caller(w.at))
    }

    /// Whether these statements only look at the receiver's shadow.
    fn leaves(&self, revs: &[Rev]) -> bool {
        revs.iter().all(|rev| match rev {
            Rev::Call { dst, stmt, .. } if self.asked().any(|(id, _)| id == stmt.id) => {
                !self.is_in_receiver(*dst)
            }
            Rev::Loop { body, schedule, .. } => {
                let mut windows = schedule.windows.iter();
                self.leaves(body) && !windows.any(|w| self.is_in_receiver(w.root))
            }
            Rev::Branch { arms, .. } => arms.iter().all(|arm| self.leaves(arm)),
            Rev::Rest { body, .. } => self.leaves(body),
            rev => {
                let mut leaves = true;
                mentions::each(slice::from_ref(rev), &mut |mention| {
                    leaves &= !self.is_in_receiver(mention.local())
                        || matches!(mention, Mention::Read(_) | Mention::ReadAt(_));
                });
                leaves
            }
        })
    }
}
