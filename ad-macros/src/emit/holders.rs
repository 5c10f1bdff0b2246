//! Values that hold functions with rules, given to calls that nothing with a derivative goes into.
//!
//! ```text
//! t = call Known::of(|v| v * v)
//! m = Model { t, 2.0 }
//! a = call .area(&m)
//!
//! let a = m.derivative_rule_of_area(keep, ()).0;
//! ```
//!
//! `area` asks for functions of the user's, which `m` does not hold: its rule asks for functions with rules.

use super::Emitter;
use crate::ir::*;
use crate::tables::HashSet;
use proc_macro2::TokenStream;
use quote::quote;

impl Emitter<'_> {
    /// The value of a call that is given such a value, by its rule.
    pub(super) fn given_holder(&self, stmt: &Stmt, call: &Call) -> Option<TokenStream> {
        let holders = self.answers.holders.get_or_init(|| holders(self.f));
        let holds = |l: Local| {
            let origin = self.a.flow.origin[l.0];
            holders.contains(&l) || holders.contains(&origin)
        };
        let of_operator = matches!(call.callee, Callee::Operator(_) | Callee::Value);
        if of_operator || !roots(call).any(holds) {
            return None;
        }
        let args = self.rule_arguments(call);
        let rule = self.rule_of_call(stmt, call, &args, Self::rule_receiver);
        Some(quote!(#rule.0))
    }
}

/// The variables that may hold such functions.
fn holders(f: &Function) -> HashSet<Local> {
    let mut found = HashSet::default();
    loop {
        let before = found.len();
        f.body.walk(&mut |stmt| add(f, stmt, &mut found));
        if found.len() == before {
            return found;
        }
    }
}

fn add(f: &Function, stmt: &Stmt, found: &mut HashSet<Local>) {
    let holds = |value: &Operand| value.local().is_some_and(|l| found.contains(&l));
    let (dst, is_one) = match &stmt.kind {
        StmtKind::Let {
            dst,
            op: Op::Call(call),
        } => {
            let given = roots(call).any(|l| found.contains(&l));
            (*dst, keeps_function(call) || given)
        }
        StmtKind::Let { dst, op } => {
            let operands = op.operands().into_iter().any(holds);
            let places = op.places().iter().any(|(p, _)| found.contains(&p.root));
            (*dst, operands || places)
        }
        StmtKind::Assign { place, value, .. } | StmtKind::Push { place, value } => {
            (place.root, holds(value))
        }
        StmtKind::Branch(b) => {
            let mut tails = b.arms.iter().filter_map(|arm| arm.body.value());
            match b.dst {
                Some(dst) => (dst, tails.any(holds)),
                None => return,
            }
        }
        _ => return,
    };
    if is_one && may_hold(f.ty(dst)) {
        found.insert(dst);
    }
}

/// Whether a value of this type may hold a function.
fn may_hold(ty: &Ty) -> bool {
    !ty.is_inert() && !ty.peeled().is_float()
}

/// Whether what a call gives holds a function that it is given: what is known to be one, or a value of a user's type.
fn keeps_function(call: &Call) -> bool {
    let Callee::Associated(path) = &call.callee else {
        return false;
    };
    let mut owners = path.path.segments.iter().rev().skip(1);
    let owner = owners.next().map(|s| s.ident.to_string());
    let ours = owners.any(|s| s.ident == "__private");
    !call.functions.is_empty() && (!ours || owner.is_some_and(|o| o == "Known"))
}

fn roots(call: &Call) -> impl Iterator<Item = Local> + '_ {
    call.args.iter().filter_map(|arg| match arg {
        Arg::Value(value) => value.local(),
        Arg::Ref { place, .. } => Some(place.root),
    })
}
