//! What methods promise of their pullbacks, and how that is asked.
//!
//! ```text
//! fn only_adds_add(&self) -> Promised<true> { … }         // beside `add`
//! fn gives_part_value(&self) -> Promised<true> { … }      // beside `value`
//!
//! if !promised(|| { let total = Total { sum: 0.0 }; (total.only_adds_add(), (total.gives_part_value(), ())) }) {
//!     // both sweeps, one after the other
//! }
//! ```
//!
//! The closure is never called. It says of which type the receivers are, so that the answer is a constant.

use super::signature::{MemberKind, Signature};
use super::{Emitter, names};
use crate::adjoint::promises;
use crate::analysis::promises::Promise;
use crate::ir::*;
use crate::passes::Pass;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

impl Signature<'_> {
    /// What a method promises, if anything.
    pub(super) fn promises(&self, e: &Emitter) -> Option<TokenStream> {
        let member = self.member()?;
        let plain = member.kind == MemberKind::Inherent
            && !member.consumes
            && !member.gives_itself
            && self.own_captures().is_empty()
            && self.functions.is_empty()
            && self.changing.is_empty();
        if !plain || !e.passes.has(Pass::Promises) {
            return None;
        }
        let method = &self.item.sig.ident;
        // What the method promises, both of its rules have to keep.
        let known = e.known.as_ref().map(|known| known.e);
        let adds = |e: &Emitter| promises::only_adds(e.a, e.plan, e.sweep).is_some();
        let both_add = || known.is_none_or(adds);
        let both_give = || known.is_none_or(|known| promises::gives_part(known.f));
        let (name, asked) = match promises::only_adds(e.a, e.plan, e.sweep) {
            Some(asked) if both_add() => (names::only_adds(method), asked),
            None if promises::gives_part(e.f) && both_give() => {
                (names::gives_part(method), Vec::new())
            }
            _ => return None,
        };
        let (core, vis, captured) = (&e.core, self.visibility(), self.captured());
        let asked = asked.into_iter().map(|call| e.promise_of_part(call));
        let (this, prelude) = (e.name(e.f.params[0].local), super::paths::traits(core));
        let all = all_of(asked);
        Some(quote! {
            #[doc(hidden)]
            #[inline(always)]
            #vis fn #name(&self) -> impl #core::Promise + use<#(#captured),*> {
                #prelude
                let #this = self;
                #all
            }
        })
    }
}

impl Emitter<'_> {
    /// What a method's own promise hangs on.
    fn promise_of_part(&self, call: &Call) -> TokenStream {
        let Some(Arg::Ref { place, .. }) = call.args.first() else {
            unreachable!("`adjoint::promises` names no other calls");
        };
        let (core, place) = (&self.core, self.place(place));
        match &call.callee {
            Callee::Method(method) => self.promised(&names::only_adds(method), &place),
            _ => quote!((&#core::Summed(&#place)).__only_adds()),
        }
    }

    /// Asks a method that types have beside one that promises.
    fn promised(&self, name: &Ident, of: &TokenStream) -> TokenStream {
        let core = &self.core;
        quote! {{
            trait Unpromised {
                fn #name(&self) -> #core::Promised<false> { #core::Promised }
            }
            impl<T: ?::core::marker::Sized> Unpromised for T {}
            #of.#name()
        }}
    }

    /// Whether everything is promised that the rule takes for granted: asked of the receivers that `made` makes.
    pub(super) fn is_promised(&self, made: &TokenStream) -> Option<TokenStream> {
        let granted = &self.a.flow.granted;
        let mut asked = Vec::new();
        self.f.body.walk(&mut |stmt| {
            if let (
                Some(promise),
                StmtKind::Let {
                    op: Op::Call(call), ..
                },
            ) = (granted.get(&stmt.id), &stmt.kind)
                && let (Callee::Method(method), Some(Arg::Ref { place, .. })) =
                    (&call.callee, call.args.first())
            {
                let name = match promise {
                    Promise::OnlyAdds => names::only_adds(method),
                    Promise::GivesPart => names::gives_part(method),
                };
                asked.push(self.promised(&name, &self.place(place)));
            }
        });
        let core = &self.core;
        let all = all_of(asked.into_iter());
        (!granted.is_empty()).then(|| quote!(#core::promised(|| { #made #all })))
    }
}

/// `(a, (b, ()))`
fn all_of(promises: impl DoubleEndedIterator<Item = TokenStream>) -> TokenStream {
    promises.rfold(quote!(()), |all, one| quote!((#one, #all)))
}
