//! Calls under branches whose pullbacks are held as they are.
//!
//! Such a call may be part of a recursion, so its pullback's type is hidden, in a block of memory, unless the callee says
//! that it is none: by name, as [`crate::desugar::leaf`] knows it, or as its own IR tells, which runs no rule, or as a
//! function of floats.
//!
//! ```text
//! fn square(x: f64) -> f64 { x * x }        impl square { pub fn __held() -> Shown { Shown } … }
//!
//! if c { square(x) }                        let (t3, t2) = square::rrule(…); let t2 = square::__held().hold(t2);
//! else { r.sqrt() }                         let how4 = Leaf(&r).__held();     // before r may be borrowed by a result
//!                                           let (t5, t4) = r.rule_of_sqrt(…); let t4 = how4.hold(t4);
//! ```

use super::rule_call::import;
use super::{Emitter, MemberKind, Signature, names};
use crate::desugar::leaf;
use crate::ir::*;
use crate::lower::elementary;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

impl Signature<'_> {
    /// What says that the function's pullback may be held as it is.
    pub(super) fn held(&self, e: &Emitter) -> Option<TokenStream> {
        let (vis, core) = (self.visibility(), &e.core);
        let shown = |name: Ident, receiver: Option<TokenStream>| {
            quote! {
                #[doc(hidden)]
                #[inline(always)]
                #vis fn #name(#receiver) -> #core::Shown { #core::Shown }
            }
        };
        let method = &self.item.sig.ident;
        match self.member().map(|m| m.kind) {
            None => self.is_free_leaf(e).then(|| shown(of_function(), None)),
            Some(MemberKind::Inherent) if self.own().leaves.contains(method) => {
                Some(shown(names::held_of(method), Some(quote!(&self))))
            }
            _ => None,
        }
    }

    fn is_free_leaf(&self, e: &Emitter) -> bool {
        let takes_functions = !self.functions.is_empty() || !self.changing.is_empty();
        !takes_functions
            && !self.names_lifetimes()
            && (leaf::is_leaf(self.item) || leaf::is_plain(&self.item.sig) && e.is_small_leaf())
    }
}

fn of_function() -> Ident {
    Ident::new("__held", Span::mixed_site())
}

impl Emitter<'_> {
    /// Whether the function runs no rule, so that its pullback holds none, and its loops leave no rows, which are many
    /// bytes even where they are few.
    fn is_small_leaf(&self) -> bool {
        let mut is_leaf = true;
        self.f.body.walk(&mut |stmt| {
            is_leaf &= match &stmt.kind {
                StmtKind::Let { op, .. } => !matches!(op, Op::Call(_)),
                StmtKind::Loop(l) => self.residuals.loop_items(l).is_empty(),
                _ => true,
            }
        });
        is_leaf
    }

    /// What asks before such a call how to hold its pullback.
    pub(super) fn ask(&self, stmt: &Stmt, call: &Call) -> Option<TokenStream> {
        let Callee::Method(method) = &call.callee else {
            return None;
        };
        if !self.is_erased(stmt) || self.may_be_bare(call) {
            return None;
        }
        let (core, how, receiver) = (&self.core, how(stmt), self.receiver(call));
        let asked = match elementary::find(&method.to_string()) {
            Some(_) => quote!((&&#core::Leaf(&#receiver)).__held()),
            None => self.asked(method, receiver),
        };
        Some(quote!(let #how = #asked;))
    }

    /// The pullback of such a call, hidden or not.
    pub(super) fn hold_pullback(
        &self,
        stmt: &Stmt,
        dst: Local,
        call: &Call,
    ) -> Option<TokenStream> {
        if !self.is_erased(stmt) {
            return None;
        }
        let (core, pullback) = (&self.core, self.name(call.pullback));
        let how = match &call.callee {
            _ if call.is_of(self.f) || self.may_be_bare(call) => None,
            Callee::Path(path) => {
                let (found, _) = import(path);
                Some(quote! {{
                    #found
                    #[allow(unused_imports)]
                    use #core::HeldHidden as _;
                    rule::__held()
                }})
            }
            Callee::Method(_) => Some(how(stmt).to_token_stream()),
            Callee::Associated(path) => {
                let made = self.name(dst).to_token_stream();
                constructor(path).map(|function| self.asked(function, made))
            }
            _ => None,
        };
        let how = how.unwrap_or_else(|| quote!(#core::Hidden));
        Some(quote!(let #pullback = #how.hold(#pullback);))
    }

    /// Asks a method that types have beside a leaf: the receiver's type, or that of what is made.
    fn asked(&self, method: &Ident, of: TokenStream) -> TokenStream {
        let (core, name) = (&self.core, names::held_of(method));
        quote! {{
            trait HeldHidden {
                fn #name(&self) -> #core::Hidden { #core::Hidden }
            }
            impl<T: ?::core::marker::Sized> HeldHidden for T {}
            #of.#name()
        }}
    }
}

/// How the pullback of a method is held.
fn how(stmt: &Stmt) -> Ident {
    names::numbered("how", stmt.id)
}

/// The function of a type by which values of that type are made, as far as names tell.
fn constructor(path: &syn::ExprPath) -> Option<&Ident> {
    let segments = &path.path.segments;
    let of_self = segments.first().is_some_and(|s| s.ident == "Self");
    let last = segments.last().map(|s| &s.ident);
    last.filter(|name| path.qself.is_none() && (of_self || *name == "new"))
}
