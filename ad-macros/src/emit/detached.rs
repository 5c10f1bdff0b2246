//! Calls of generic functions with what borrows.
//!
//! The type of a generic function's pullback names the types of its arguments, and with them the lifetimes in these,
//! which a residual must not name. So nothing is remembered of such a call: the reverse sweep, which has the arguments
//! again, runs the rule once more. Whether a function is generic, its companion says.
//!
//! ```text
//! let polygon = Polygon { xs, scale };         // the user's: fn area_of<T: Shape>(shape: &T) -> f64
//! let area = area_of(&polygon);
//!
//! let (area, t3) = area_of::rrule(keep, (&polygon,)); let t3 = area_of::__kept(t3);         // RunAgain
//! (t3.__pullback(|| area_of::rrule(keep, (&polygon,))))(ct, (&polygon,), (Some(&d_polygon),));
//! ```

use super::rule_call::import;
use super::{Emitter, MemberKind, Signature, names};
use crate::ir::*;
use crate::lower::elementary;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};

impl Signature<'_> {
    /// Whether a lifetime is named, or left out inside of a type: those of references to arguments are the rule's own.
    pub(crate) fn names_lifetimes(&self) -> bool {
        let generics = &self.item.sig.generics;
        let inside = |input: &syn::FnArg| match input {
            syn::FnArg::Typed(typed) => has_lifetime(super::pointee(&typed.ty).to_token_stream()),
            syn::FnArg::Receiver(_) => false,
        };
        generics.lifetimes().next().is_some() || self.item.sig.inputs.iter().any(inside)
    }

    /// What says that the pullback's type names the types of arguments.
    pub(super) fn kept(&self, core: &TokenStream) -> Option<TokenStream> {
        let (name, receiver) = match self.member().map(|m| m.kind) {
            None if self.is_generic() => (Ident::new("__kept", Span::mixed_site()), None),
            Some(MemberKind::Declared) => (self.method_kept(), Some(quote!(&self,))),
            Some(MemberKind::Inherent) if self.generics().type_params().next().is_some() => {
                (self.method_kept(), Some(quote!(&self,)))
            }
            _ => return None,
        };
        let says = self.changing.is_empty() && (receiver.is_none() || self.has_receiver());
        let vis = self.visibility();
        let in_trait = self
            .member()
            .is_some_and(|m| m.kind == MemberKind::Declared);
        let clause = in_trait.then(|| quote!(where Self: ::core::marker::Sized));
        says.then(|| {
            quote! {
                #[doc(hidden)]
                #vis fn #name<__P>(#receiver _: __P) -> #core::RunAgain #clause { #core::RunAgain }
            }
        })
    }

    fn method_kept(&self) -> Ident {
        names::method_kept(&self.item.sig.ident)
    }
}

/// Whether a value is built of a reference.
pub(crate) fn builds_borrowing(f: &Function) -> bool {
    let mut found = false;
    f.body.walk(&mut |stmt| {
        if let StmtKind::Let {
            op: Op::Construct(built),
            ..
        } = &stmt.kind
        {
            let refers = |value: &Operand| value.local().is_some_and(|l| f.ty(l).is_ref());
            found |= built.fields.iter().any(|(_, value)| refers(value));
        }
    });
    found
}

impl Emitter<'_> {
    /// Whether the type of a call's pullback may name a lifetime, and the reverse sweep can make the call again.
    fn is_detached(&self, stmt: &Stmt, call: &Call) -> bool {
        let asked = match &call.callee {
            Callee::Path(_) => true,
            Callee::Method(method) => elementary::find(&method.to_string()).is_none(),
            _ => false,
        };
        let plain = call.functions.is_empty()
            && call.changing.is_empty()
            && !self.is_erased(stmt)
            && !self.a.flow.at_once.contains(&stmt.id)
            && self.plan.recursion.below(self.level, stmt.id).is_none();
        let unseen = |arg: &Arg| matches!(arg, Arg::Ref { place, .. } if self.f.ty(place.root).contains_unknown());
        self.borrows
            && asked
            && plain
            && call.args.iter().any(unseen)
            && call.args.iter().all(|arg| self.is_there_again(arg))
    }

    /// Whether the reverse sweep has an argument itself.
    fn is_there_again(&self, arg: &Arg) -> bool {
        match arg {
            Arg::Ref { mutable, .. } => !mutable,
            Arg::Value(Operand::Const(..)) => true,
            Arg::Value(Operand::Local(local)) => self.f.ty(*local).is_copy(),
        }
    }

    /// What is kept of the pullback of such a call.
    pub(super) fn detach(&self, stmt: &Stmt, call: &Call, pullback: &Ident) -> Option<TokenStream> {
        if !self.is_detached(stmt, call) {
            return None;
        }
        let core = &self.core;
        let kept = match &call.callee {
            Callee::Path(path) => {
                let (found, _) = import(path);
                quote! {
                    #found
                    #[allow(unused_imports)]
                    use #core::KeptAsItIs as _;
                    rule::__kept(#pullback)
                }
            }
            // Found where no method of that name is.
            Callee::Method(method) => {
                let (kept, receiver) = (names::method_kept(method), self.receiver(call));
                quote! {
                    trait KeptAsItIs {
                        fn #kept<P>(&self, pullback: P) -> #core::Plain<P> { #core::Plain(pullback) }
                    }
                    impl<T: ?::core::marker::Sized> KeptAsItIs for &T {}
                    (&#receiver).#kept(#pullback)
                }
            }
            _ => return None,
        };
        Some(quote!(let #pullback = { #kept };))
    }

    /// The pullback of such a call in the reverse sweep.
    pub(super) fn attached(
        &self,
        stmt: &Stmt,
        call: &Call,
        again: impl FnOnce() -> TokenStream,
    ) -> Option<TokenStream> {
        self.is_detached(stmt, call).then(|| {
            let (pullback, again) = (self.name(call.pullback), again());
            quote!(#pullback.__pullback(|| #again))
        })
    }
}

fn has_lifetime(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|tree| match tree {
        // A reference inside of a type has one as well.
        TokenTree::Punct(punct) => ['\'', '&'].contains(&punct.as_char()),
        TokenTree::Group(group) => has_lifetime(group.stream()),
        _ => false,
    })
}
