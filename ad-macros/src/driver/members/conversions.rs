//! Conversions: the rule of a type's `From` or `TryFrom` is an implementation of a trait of its own.
//!
//! ```text
//! #[differentiable]                               impl FromRule<Polar> for Cart {
//! impl From<Polar> for Cart {                         fn associated_rule_of_from(keep, (p,): (Polar,))
//!     fn from(p: Polar) -> Cart { … }                     -> … { … }
//! }                                               }
//! ```

use super::operators::{elide_borrows, without_borrows};
use super::{MemberKind, annotated, bound_parameters, one};
use crate::attr::Options;
use crate::desugar::methods::Around;
use crate::desugar::own::Own;
use crate::emit;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{FnArg, ImplItem, Type};

pub(super) fn implementation(options: &Options, mut item: syn::ItemImpl) -> TokenStream {
    let methods = annotated::without_trait(item.clone()).items;
    let failure = failure(&item);
    let items = std::mem::take(&mut item.items);
    let derived: TokenStream = methods
        .into_iter()
        .filter_map(|member| match member {
            ImplItem::Fn(method) => Some(conversion(options, &item, failure.as_ref(), method)),
            _ => None,
        })
        .collect();
    item.items = items;
    quote!(#item #derived)
}

/// The rule of `from` or `try_from`.
fn conversion(
    options: &Options,
    item: &syn::ItemImpl,
    failure: Option<&TokenStream>,
    mut method: syn::ImplItemFn,
) -> TokenStream {
    let core = emit::paths::runtime(options.facade.as_ref());
    method.vis = syn::Visibility::Inherited;
    let mut elided = method.clone();
    elide_borrows(&mut elided.sig);
    let around = Around {
        generics: &item.generics,
        self_ty: Some(&item.self_ty),
        own: Own::NOTHING,
        mistakes: None,
    };
    let (rule, errors) = one(options, &around, &mut elided, MemberKind::Implemented, true);
    let Some(FnArg::Typed(source)) = elided.sig.inputs.first() else {
        return quote!(#errors);
    };
    let rule_trait = rule_trait(&method.sig.ident, &source.ty);
    let self_ty = &item.self_ty;
    let mut bounded = item.clone();
    bounded.generics = without_borrows(&item.generics, &quote!(#self_ty #rule_trait));
    bounded.items.push(ImplItem::Fn(method));
    bound_parameters(&mut bounded, &core);
    let rules = emit::rules_of_parameters(&item.generics, &core);
    let clause = bounded.generics.make_where_clause();
    clause.predicates.extend(rules);
    let (generics, _, clause) = bounded.generics.split_for_impl();
    let lenient = emit::lenient();
    let rule = (!rule.is_empty())
        .then(|| quote!(#lenient impl #generics #core::#rule_trait for #self_ty #clause { #failure #rule }));
    quote!(#rule #errors)
}

/// The trait that the rule of `from` or `try_from` is declared in.
fn rule_trait(function: &syn::Ident, source: &Type) -> TokenStream {
    let (source, by_ref) = match source {
        Type::Reference(r) => (&*r.elem, true),
        ty => (ty, false),
    };
    match (function == "from", by_ref) {
        (true, false) => quote!(FromRule<#source>),
        (true, true) => quote!(FromRefRule<#source>),
        (false, false) => quote!(TryFromRule<#source>),
        (false, true) => quote!(TryFromRefRule<#source>),
    }
}

/// The error of `TryFrom`, which the rule's trait calls something else: no `Self::Error` may have two meanings.
fn failure(item: &syn::ItemImpl) -> Option<TokenStream> {
    item.items.iter().find_map(|member| match member {
        ImplItem::Type(ty) if ty.ident == "Error" => {
            let error = &ty.ty;
            Some(quote!(type Failure = #error;))
        }
        _ => None,
    })
}
