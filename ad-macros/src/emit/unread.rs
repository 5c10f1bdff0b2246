//! Values that are nothing but operands of sums.
//!
//! Receives the plan; promises the values of unknown type whose content only the pullbacks of such operators might ask for,
//! as do not read floats: of `+`, `-` and what `+=` and `-=` add, of `*` beside what carries no derivative, and of `/` by
//! anything, where the quotient is remembered if it is read (`Emitter::keep_of_operator`). Rustc, which knows the types,
//! keeps nothing of them where all of these are operators of floats.
//!
//! ```text
//! let l = grid.at(i - 1, j) + grid.at(i + 1, j) - 2.0 * grid.at(i, j);      only l is remembered, for its square
//! s += l * l;
//! ```

use super::{Emitter, names};
use crate::analysis::needs::call_is_varied;
use crate::analysis::plan::How;
use crate::ir::*;
use crate::passes::Pass;
use crate::tables::HashMap;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// Such values, and the operators that they are operands of.
pub(crate) type Unread = HashMap<Local, Vec<usize>>;

impl Emitter<'_> {
    fn unread(&self) -> &Unread {
        self.answers
            .unread
            .get_or_init(|| match self.passes.has(Pass::Unread) {
                true => self.find_unread(),
                false => Unread::default(),
            })
    }

    fn find_unread(&self) -> Unread {
        let (mut operands, mut regions) = (Unread::default(), HashMap::default());
        let mut others: Vec<Local> = Vec::new();
        self.f.body.walk(&mut |stmt| {
            let summed = self.summed(stmt);
            let mut named = mentioned(stmt);
            for local in summed {
                if let Some(at) = named.iter().position(|l| *l == local) {
                    named.swap_remove(at);
                }
                operands.entry(local).or_default().push(stmt.id);
            }
            others.extend(named.into_iter().chain(given(stmt)));
            if let StmtKind::Let { dst, .. } = &stmt.kind {
                regions.insert(*dst, &self.a.flow.parents[stmt.id]);
            }
        });
        others.extend(self.f.body.value().and_then(Operand::local));
        operands.retain(|local, uses| {
            let region = regions.get(local);
            let in_region = |at: &usize| region == Some(&&self.a.flow.parents[*at]);
            self.may_be_left(*local) && !others.contains(local) && uses.iter().all(in_region)
        });
        operands
    }

    /// Whether the residual has a value that nothing but an operator asks for.
    fn may_be_left(&self, local: Local) -> bool {
        let plan = self.plan;
        matches!(plan.how[local.0], How::Keep | How::Store)
            && matches!(self.f.ty(local), Ty::Unknown)
            && !self.f.info(local).mutable
            && !plan.named.contains(&local)
            && !plan.worked_on.contains(&self.a.flow.storage(local))
            && !plan.moved_at.contains_key(&local)
            && !plan.released.contains_key(&local)
    }

    /// The operands of a statement that an operator of floats would not read again.
    fn summed(&self, stmt: &Stmt) -> Vec<Local> {
        let StmtKind::Let {
            op: Op::Call(call), ..
        } = &stmt.kind
        else {
            return Vec::new();
        };
        let Callee::Operator(operator) = &call.callee else {
            return Vec::new();
        };
        if !call_is_varied(call, &self.a.activity, &self.a.flow) {
            return Vec::new();
        }
        let carries = |index: usize| call.args.get(index).is_none_or(|arg| self.has_shadow(arg));
        let is_left = |index: &usize| match (operator.name, index) {
            ("add" | "sub" | "neg", _) => true,
            ("add_assign" | "sub_assign", 1) => is_seen_in_place(&call.args[0]),
            ("mul", index) => !carries(1 - *index),
            ("div", 0) => true,
            _ => false,
        };
        let whole = |index: usize| match &call.args[index] {
            Arg::Ref {
                place,
                mutable: false,
            } if place.path.is_empty() => Some(place.root),
            _ => None,
        };
        let operands = (0..call.args.len()).filter(is_left);
        operands.filter_map(whole).collect()
    }

    /// Asks for the types of an operator's operands, if that decides about what is kept of one.
    pub(super) fn ask_for_floats(&self, stmt: &Stmt, call: &Call) -> Option<TokenStream> {
        let mut uses = self.unread().values();
        if !uses.any(|uses| uses.contains(&stmt.id)) {
            return None;
        }
        let (core, answer) = (&self.core, answer(stmt.id));
        let operands = call.args.iter().map(|arg| match arg {
            Arg::Ref { place, .. } if arg.is_unique() => self.borrow(place, false),
            _ => self.operator_operand(arg),
        });
        Some(quote!(let #answer = (&&#core::Floats(|| (#(#operands,)*))).__are_floats();))
    }

    /// What the residual has of a value, which is `held`.
    pub(super) fn left(&self, local: Local, held: TokenStream) -> TokenStream {
        let Some(uses) = self.unread().get(&local) else {
            return held;
        };
        let answers = uses.iter().rev().map(|at| answer(*at));
        let all = answers
            .map(|a| quote!(#a))
            .reduce(|all, one| quote!(#one.and(#all)));
        quote!(#all.keep(#held))
    }

    /// The value again, or what stands for it.
    pub(super) fn recovered(&self, local: Local) -> Option<TokenStream> {
        let (core, name) = (&self.core, self.name(local));
        let is_left = self.unread().contains_key(&local);
        is_left.then(|| quote!(let #name = (&&#core::Left(#name)).__left();))
    }
}

/// Whether what an operator changes can be referred to without changing anything: no method gives it.
fn is_seen_in_place(arg: &Arg) -> bool {
    let selects = |step: &Step| {
        matches!(
            step,
            Step::Deref | Step::Field(_) | Step::Index(_) | Step::Chosen(_)
        )
    };
    matches!(arg, Arg::Ref { place, .. } if place.path.iter().all(selects))
}

/// What an operator's operands are.
fn answer(stmt: usize) -> Ident {
    names::numbered("floats", stmt)
}
