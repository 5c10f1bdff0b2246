//! The rule of a method where it is called by its path.
//!
//! Receives a method; promises a function beside its rule that takes the receiver as one argument of all, as the
//! method's path does: `P::add(p, q)`, `fold(p, P::add)`. Rules take receivers by reference, so a receiver that
//! is given away is kept for the pullback.
//!
//! ```text
//! fn add(self, q: P) -> P   fn associated_rule_of_add(keep, (this, q): (P, P)) -> (P, impl Fn(…)) {
//!                               let (value, pullback) = Self::derivative_rule_of_add(&this, keep, (q,));
//!                               (value, move |ct, (_, q), shadows| pullback(ct, (&this, q), shadows))
//!                           }
//! ```

use super::rule::{Header, header};
use super::signature::Signature;
use super::written::{elided, pointee};
use super::{Emitter, MemberKind, names};
use crate::ir::Param;
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

/// The rule of a method where it is called by its path, the receiver one argument of all.
pub(super) fn rule(e: &Emitter, signature: &Signature) -> Option<TokenStream> {
    let kind = signature.member()?.kind;
    let own = match kind {
        MemberKind::Inherent => true,
        MemberKind::Declared => signature.item.sig.generics.lifetimes().next().is_none(),
        _ => false,
    };
    let beside = signature.has_receiver() && own;
    if !beside || signature.gives_itself() || signature.gives_references() {
        return None;
    }
    let header = header(e, signature, Header::Associated);
    let (rule, keep) = (signature.rule_name(e.level), names::plain("keep"));
    let mut names_of = e.f.params.iter().map(|p| e.name(p.local));
    let this = names_of.next();
    let rest: Vec<&Ident> = names_of.collect();
    if !signature.is_given_whole() {
        return Some(quote!(#header { Self::#rule(#this, #keep, (#(#rest,)*)) }));
    }
    let [value, pullback, ct, shadows] = ["value", "pullback", "ct", "shadows"].map(names::plain);
    let agains = e.f.params.iter().map(|p| again(e, signature, p));
    let sinks = e.f.params.iter().map(|p| e.shadow_type(p));
    let cotangent = signature.cotangent(e);
    Some(quote! {
        #header {
            let (#value, #pullback) = Self::#rule(&#this, #keep, (#(#rest,)*));
            (#value, move |#ct: #cotangent, (_, #(#rest,)*): (#(#agains,)*), #shadows: (#(#sinks,)*)| {
                #pullback(#ct, (&#this, #(#rest,)*), #shadows)
            })
        }
    })
}

/// What a pullback gets again of a parameter where a method is called by its path: of a receiver that it
/// consumes, what it gets of other arguments.
pub(super) fn again(e: &Emitter, signature: &Signature, param: &Param) -> TokenStream {
    let first = e.f.params.first().map(|p| p.local);
    if !signature.is_given_whole() || first != Some(param.local) {
        return e.again_type(param);
    }
    let (core, ty) = (&e.core, elided(pointee(&param.ty)));
    match e.is_foreign_constant(param) {
        true => quote!(#core::NoAgain),
        false => quote_spanned!(param.ty.span()=> <#ty as #core::Differentiable>::Again),
    }
}
