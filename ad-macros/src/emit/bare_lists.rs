//! Calls that change lists of which no type shows what is in them: that may be enums that derive nothing.
//!
//! Receives a call of a method of lists on a place whose type is not seen; promises code that asks the type whether its
//! rule is called or what stands in for it (`ad-core/src/emitted/bare_lists.rs`).
//!
//! ```text
//! t = call .push(&mut this.modes, kind)
//!
//! let arguments = (kind,);
//! (*(&&&&&ProbeList::of(&mut this.modes)).__ruled_list()).derivative_rule_of_push(keep, arguments)
//! ```

use super::{Emitter, names};
use crate::adjoint::residual::place_ty;
use crate::ir::*;
use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;

/// The methods that have rules of such lists, and of options.
const OF_LISTS: [&str; 17] = [
    "clear",
    "fill",
    "insert",
    "pop",
    "pop_back",
    "pop_front",
    "push",
    "push_back",
    "push_front",
    "remove",
    "replace",
    "resize",
    "reverse",
    "swap",
    "swap_remove",
    "take",
    "truncate",
];

impl Emitter<'_> {
    /// Whether a call may change a list of what derives nothing. Where a type parameter may stand for the items, they
    /// have to be differentiable; a box may become an object where the rule asks for it.
    pub(super) fn may_be_bare_list(&self, call: &Call) -> bool {
        let (
            Callee::Method(method),
            [
                Arg::Ref {
                    place,
                    mutable: true,
                },
                args @ ..,
            ],
        ) = (&call.callee, call.args.as_slice())
        else {
            return false;
        };
        let plain = |arg: &Arg| match arg {
            Arg::Value(Operand::Local(l)) => !self.f.ty(*l).is_float() && !self.is_held_in_box(*l),
            Arg::Value(Operand::Const(_, ty)) => !ty.is_float(),
            Arg::Ref { .. } => false,
        };
        !self.generic
            && OF_LISTS.iter().any(|name| method == name)
            && call.functions.is_empty()
            && call.chain.links == 0
            && !call.chain.goes_on
            && args.iter().all(plain)
            && matches!(place_ty(self.f, place).peeled(), Ty::Unknown)
    }

    /// The value and the pullback of such a call.
    pub(super) fn ruled_or_listed(
        &self,
        call: &Call,
        rule: &Ident,
        keep: &TokenStream,
        receiver: &TokenStream,
        args: &[TokenStream],
    ) -> TokenStream {
        let method = call.method();
        let (core, span, arguments) = (&self.core, method.span(), names::plain("arguments"));
        quote_spanned! {span=> {
            let #arguments = (#(#args,)*);
            (*(&&&&&#core::ProbeList::of(&mut #receiver)).__ruled_list()).#rule(#keep, #arguments)
        }}
    }
}
