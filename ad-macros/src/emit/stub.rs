//! What stands for the derivatives of a function whose signature was refused.
//!
//! Receives a signature; promises a companion that lets the user's calls resolve, so that one error stays one. What it
//! gives has the types that the derivatives would have where the signature shows them, and is a `Refused` elsewhere.
//!
//! ```text
//! fn f(x: f64, m: &Mutex<f64>) -> f64        refused
//!
//! impl f { pub fn gradient<A0, A1>(_: A0, _: A1) -> (f64, Refused) { loop {} } … }
//! ```

use super::function;
use super::names;
use super::rule::lenient;
use super::signature::Signature;
use super::written::{pointee, tangent_of};
use crate::ir::ty;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};

/// The companion; `rule` is what calls in the rules of others find on it, where the signature has one but for the
/// parameters that were refused.
pub(crate) fn stub(
    signature: &Signature,
    rule: Option<TokenStream>,
    core: &TokenStream,
) -> TokenStream {
    let rule = rule.unwrap_or_else(|| {
        quote! {
            #[doc(hidden)]
            pub fn rrule<K, A, R, P>(_: K, _: A) -> (R, P) { loop {} }
        }
    });
    let helpers = function::helpers(core, signature);
    let (name, vis, lenient) = (&signature.companion, &signature.item.vis, lenient());
    let inputs = (0..signature.item.sig.inputs.len()).map(|i| names::numbered("A", i));
    let types: Vec<Ident> = inputs.collect();
    // Nothing is asked of types beside what is refused.
    let derives = signature.answer(core).map(|_| {
        let name = &signature.companion;
        quote!(impl #core::AsksForDerives for #name { type Answer = #core::Answer<true>; })
    });
    let entries = entries(signature, core);
    let buffers: Vec<Ident> = (0..entries.len())
        .map(|i| names::numbered("B", i))
        .collect();
    let gradient = match &entries[..] {
        [entry] => entry.clone(),
        _ => quote!((#(#entries),*)),
    };
    let given = match &signature.item.sig.output {
        syn::ReturnType::Type(_, ty) if is_seen(ty) => ty.to_token_stream(),
        syn::ReturnType::Type(..) => quote!(#core::Refused),
        syn::ReturnType::Default => quote!(()),
    };
    quote! {
        #[allow(non_camel_case_types, missing_docs, missing_debug_implementations, missing_copy_implementations, dead_code)]
        #vis struct #name {}
        #derives
        #lenient
        impl #name {
            pub fn gradient<#(#types),*>(#(_: #types),*) -> #gradient { loop {} }
            pub fn value_and_gradient<#(#types),*>(#(_: #types),*) -> (#given, #gradient) { loop {} }
            pub fn value_and_gradient_into<#(#types,)* #(#buffers),*>(
                #(_: #types,)* #(_: #buffers),*
            ) -> #given { loop {} }
            pub fn vjp<#(#types),*>(#(_: #types),*) -> (#given, #core::RefusedPullback<#gradient>) { loop {} }
            #rule
            #helpers
        }
    }
}

/// The entries of the gradient.
fn entries(signature: &Signature, core: &TokenStream) -> Vec<TokenStream> {
    let inputs = signature.item.sig.inputs.iter().zip(signature.constants);
    let types = inputs.filter_map(|(input, constant)| match input {
        syn::FnArg::Typed(typed) if !constant => Some(pointee(&typed.ty)),
        _ => None,
    });
    let active = types.filter(|ty| !ty::read(ty, &|_| false).is_inert());
    let entry = |ty: &syn::Type| match is_seen(ty) {
        true => tangent_of(ty, Span::mixed_site(), core),
        false => quote!(#core::Refused),
    };
    active.map(entry).collect()
}

/// Whether a type is one of floats, without references in it.
fn is_seen(ty: &syn::Type) -> bool {
    let read = ty::read(ty, &|_| false);
    let is_reference = |tree| matches!(tree, TokenTree::Punct(p) if p.as_char() == '&');
    read.is_inert() || !read.contains_unknown() && !any(ty.to_token_stream(), &is_reference)
}

fn any(tokens: TokenStream, like: &dyn Fn(TokenTree) -> bool) -> bool {
    tokens.into_iter().any(|tree| match tree {
        TokenTree::Group(group) => any(group.stream(), like),
        other => like(other),
    })
}
