//! The types of signatures as emitted code writes them.
//!
//! Receives a type as the user wrote it; promises its parts, the same with other lifetimes, and the types of
//! its shadow and tangent. Those of floats, slices and arrays are written out: they are what readers of the
//! documentation expect, and rustc has less to work out.
//!
//! ```text
//! &'a [f64]    pointee [f64], shadow [Cell<f64>], tangent Vec<f64>
//! Params       shadow <Params as Differentiable>::Shadow, tangent <Params as Differentiable>::Tangent
//! ```

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::parse_quote_spanned;
use syn::visit_mut::{self, VisitMut};

/// The type of the shadow of a `ty`.
pub(crate) fn shadow_of(ty: &syn::Type, span: Span, core: &TokenStream) -> TokenStream {
    match ty {
        float if is_float(float) => quote_spanned!(span=> ::core::cell::Cell<#float>),
        syn::Type::Slice(slice) => {
            let part = shadow_of(&slice.elem, span, core);
            quote_spanned!(span=> [#part])
        }
        syn::Type::Array(array) => {
            let (part, len) = (shadow_of(&array.elem, span, core), &array.len);
            quote_spanned!(span=> [#part; #len])
        }
        other => quote_spanned!(span=> <#other as #core::Differentiable>::Shadow),
    }
}

/// The type of the tangent of a `ty`.
pub(crate) fn tangent_of(ty: &syn::Type, span: Span, core: &TokenStream) -> TokenStream {
    match ty {
        float if is_float(float) => quote!(#float),
        syn::Type::Slice(slice) => {
            let part = tangent_of(&slice.elem, span, core);
            quote_spanned!(span=> ::std::vec::Vec<#part>)
        }
        syn::Type::Array(array) => {
            let (part, len) = (tangent_of(&array.elem, span, core), &array.len);
            quote_spanned!(span=> [#part; #len])
        }
        other => quote_spanned!(span=> <#other as #core::Differentiable>::Tangent),
    }
}

/// The type of the buffer for the gradient by a `ty`.
pub(crate) fn buffer_of(ty: &syn::Type, trait_of: &TokenStream) -> TokenStream {
    match ty {
        float if is_float(float) => quote!(#float),
        syn::Type::Slice(slice) if is_float(&slice.elem) => quote!(#slice),
        _ => quote!(#trait_of::Buffer),
    }
}

/// What stands for a type of which no more than its name is known: itself, or `()` if it is not differentiable.
pub(crate) fn seen(ty: &syn::Type, span: Span, core: &TokenStream) -> syn::Type {
    seen_as(&asked("Seen", ty, ty, "HAS_SHADOW", span, core), span, core)
}

/// What an asked type stands for.
pub(crate) fn seen_as(asked: &syn::Type, span: Span, core: &TokenStream) -> syn::Type {
    parse_quote_spanned!(span=> <#asked as #core::SeenAs>::Type)
}

/// A type with what is asked of a name in it, which rustc answers.
pub(crate) fn asked(
    kind: &str,
    ty: &syn::Type,
    name: &syn::Type,
    question: &str,
    span: Span,
    core: &TokenStream,
) -> syn::Type {
    let (kind, answer) = (Ident::new(kind, span), answer(name, question, span, core));
    parse_quote_spanned!(span=> #core::#kind<#ty, #answer>)
}

/// What rustc answers to a question of a name: a constant.
pub(crate) fn answer(
    name: &syn::Type,
    question: &str,
    span: Span,
    core: &TokenStream,
) -> TokenStream {
    let question = Ident::new(question, span);
    quote_spanned! {span=> {
        #[allow(unused_imports)]
        use #core::AskedForSize as _;
        #core::Asked::<#name>::#question
    }}
}

pub(crate) fn is_float(ty: &syn::Type) -> bool {
    let syn::Type::Path(path) = ty else {
        return false;
    };
    path.qself.is_none() && (path.path.is_ident("f64") || path.path.is_ident("f32"))
}

/// What a reference points to; other types as they are.
pub(crate) fn pointee(ty: &syn::Type) -> &syn::Type {
    match ty {
        syn::Type::Reference(r) => &r.elem,
        other => other,
    }
}

/// A type with its lifetimes left out, so that a closure's parameter takes any.
pub(crate) fn elided(ty: &syn::Type) -> syn::Type {
    struct Elide;
    impl VisitMut for Elide {
        fn visit_type_reference_mut(&mut self, r: &mut syn::TypeReference) {
            if r.lifetime.as_ref().is_some_and(|l| l.ident != "static") {
                r.lifetime = None;
            }
            visit_mut::visit_type_reference_mut(self, r);
        }
        fn visit_lifetime_mut(&mut self, l: &mut syn::Lifetime) {
            if l.ident != "static" {
                *l = syn::Lifetime::new("'_", l.span());
            }
        }
    }
    let mut ty = ty.clone();
    Elide.visit_type_mut(&mut ty);
    ty
}

/// A type as if it borrowed for ever: what is named by way of it has no lifetimes.
pub(crate) fn everlasting(ty: &syn::Type) -> syn::Type {
    struct Outlive;
    impl VisitMut for Outlive {
        fn visit_type_reference_mut(&mut self, r: &mut syn::TypeReference) {
            r.lifetime = Some(syn::Lifetime::new("'static", r.and_token.span));
            visit_mut::visit_type_reference_mut(self, r);
        }
        fn visit_lifetime_mut(&mut self, l: &mut syn::Lifetime) {
            *l = syn::Lifetime::new("'static", l.span());
        }
    }
    let mut ty = ty.clone();
    Outlive.visit_type_mut(&mut ty);
    ty
}

/// The same for the lifetimes that have no names, which the type of a result cannot leave out.
pub(crate) fn named_or_everlasting(ty: &syn::Type) -> syn::Type {
    struct Outlive;
    impl VisitMut for Outlive {
        fn visit_type_reference_mut(&mut self, r: &mut syn::TypeReference) {
            let lifetime = || syn::Lifetime::new("'static", r.and_token.span);
            r.lifetime.get_or_insert_with(lifetime);
            visit_mut::visit_type_reference_mut(self, r);
        }
        fn visit_lifetime_mut(&mut self, l: &mut syn::Lifetime) {
            if l.ident == "_" {
                *l = syn::Lifetime::new("'static", l.span());
            }
        }
    }
    let mut ty = ty.clone();
    Outlive.visit_type_mut(&mut ty);
    ty
}
