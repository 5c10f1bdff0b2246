//! What is asked of methods and operators that change what they are called on.
//!
//! Which type a receiver has is not seen, so of all rules only that of the call itself can tell whether its
//! pullback reads what the receiver held. Receives a function with its plan; promises to name the calls that may
//! be asked that, and what the function answers when its own rule is.
//!
//! ```text
//! for v in x { total.add(v); }     nothing but `add` reads what `add` overwrites: `add` decides what is kept
//!
//! fn add(&mut self, v: f64) {      nothing but `+=` reads what `+=` overwrites: it is asked in turn,
//!     self.sum += v;               and `+=` of floats keeps nothing
//! }
//! ```

use super::plan::{Analyses, Plan};
use super::reads;
use crate::adjoint::residual::place_ty;
use crate::ir::*;
use crate::passes::Pass;
use crate::tables::HashSet;
use quote::ToTokens;

/// A method or an operator, and what it may change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Changer {
    name: String,
    root: Local,
    path: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Behind,
    Field(String),
    /// Whatever the index: all elements are of one type.
    Element,
}

impl Changer {
    /// Of a call that may be asked.
    pub(crate) fn of(a: &Analyses, call: &Call) -> Option<Changer> {
        let name = match &call.callee {
            Callee::Method(method) => method.to_string(),
            Callee::Operator(operator) if operator.name.ends_with("_assign") => {
                operator.name.to_string()
            }
            _ => return None,
        };
        let Some(Arg::Ref {
            place,
            mutable: true,
        }) = call.args.first()
        else {
            return None;
        };
        let (root, path) = (place.root, parts(a.f, place)?);
        // Which of a chain's values is changed, only types tell.
        let plain = call.functions.is_empty() && call.changing.is_empty() && call.chain.links == 0;
        (plain && a.passes.has(Pass::Reads)).then_some(Changer { name, root, path })
    }

    /// Whether what the other one reads is certainly not what this one changes, or is for it to say.
    fn is_apart_from(&self, other: &Changer) -> bool {
        self == other || self.is_in_another_field(other)
    }

    /// Whether they change different fields of one variable.
    pub(crate) fn is_of_another_field(&self, other: &Changer) -> bool {
        self.root == other.root && self.is_in_another_field(other)
    }

    fn is_in_another_field(&self, other: &Changer) -> bool {
        let differ = self.path.iter().zip(&other.path).find(|(a, b)| a != b);
        matches!(differ, Some((Part::Field(_), Part::Field(_))))
    }
}

/// The path, if the elements of everything in it are of one type. What a type of the user's gives, that hangs on the type of
/// the index.
fn parts(f: &Function, place: &Place) -> Option<Vec<Part>> {
    let mut chosen = false;
    let mut parts = Vec::new();
    for step in &place.path {
        match step {
            Step::Deref => parts.push(Part::Behind),
            Step::Field(name) => parts.push(Part::Field(name.to_token_stream().to_string())),
            Step::Index(index) if !chosen || is_number(f, index) => {
                parts.push(Part::Element);
            }
            Step::Chosen(_) => {}
            _ => return None,
        }
        chosen = matches!(step, Step::Chosen(_));
    }
    Some(parts)
}

fn is_number(f: &Function, index: &Operand) -> bool {
    match index {
        Operand::Local(local) => matches!(f.ty(*local), Ty::Int),
        Operand::Const(_, ty) => matches!(ty, Ty::Int),
    }
}

/// Who reads what a method's receiver held.
pub(crate) enum Readers {
    /// Its own pullback, or that cannot be said.
    Itself,
    /// Nobody.
    Nobody,
    /// These calls, by the numbers of their statements, if they do.
    Calls(HashSet<usize>),
}

/// Of a function whose first parameter is its receiver.
pub(crate) fn readers(a: &Analyses, plan: &Plan) -> Readers {
    let receiver = a.flow.storage(a.f.params[0].local);
    if !a.passes.has(Pass::Reads) {
        return Readers::Itself;
    }
    let (mut floats, mut calls) = (HashSet::default(), Vec::new());
    a.f.body.walk(&mut |stmt| match &stmt.kind {
        StmtKind::Assign { place, .. } if place_ty(a.f, place).is_float() => {
            floats.insert(stmt.id);
        }
        StmtKind::Let {
            op: Op::Call(call), ..
        } => {
            let changer = Changer::of(a, call).filter(|c| a.flow.storage(c.root) == receiver);
            calls.extend(changer.map(|c| (stmt.id, c)));
        }
        _ => {}
    });
    let asked: HashSet<usize> = calls.iter().map(|(id, _)| *id).collect();
    let mut writes = a.mutation.writes.iter().filter(|w| w.storage == receiver);
    let apart = |(_, c): &(usize, Changer)| {
        c.root == a.f.params[0].local && calls.iter().all(|(_, other)| c.is_apart_from(other))
    };
    let is_known = writes.all(|w| floats.contains(&w.at) || asked.contains(&w.at));
    if !is_known || !calls.iter().all(apart) || reads::are_of_receiver(a, plan, &asked) {
        return Readers::Itself;
    }
    match asked.is_empty() {
        true => Readers::Nobody,
        false => Readers::Calls(asked),
    }
}
