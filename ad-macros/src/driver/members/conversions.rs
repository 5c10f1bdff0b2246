//! Conversions: the rule of a type's `From` is an implementation of a trait of its own.
//!
//! ```text
//! #[differentiable]                               impl FromRule<Polar> for Cart {
//! impl From<Polar> for Cart {                         fn associated_rule_of_from(keep, (p,): (Polar,))
//!     fn from(p: Polar) -> Cart { … }                     -> … { … }
//! }                                               }
//! ```

use super::operators::{elide_borrows, without_borrows};
use super::{MemberKind, bound_parameters, one};
use crate::attr::Options;
use crate::desugar::methods::Around;
use crate::desugar::own::Own;
use crate::emit;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{FnArg, ImplItem, Type};

pub(super) fn implementation(options: &Options, mut item: syn::ItemImpl) -> TokenStream {
    let mut items = std::mem::take(&mut item.items);
    let methods = items.iter_mut().filter_map(|member| match member {
        ImplItem::Fn(method) => Some(method),
        _ => None,
    });
    let derived: TokenStream = methods
        .map(|method| conversion(options, &item, method))
        .collect();
    item.items = items;
    quote!(#item #derived)
}

/// The rule of `from`.
fn conversion(
    options: &Options,
    item: &syn::ItemImpl,
    method: &mut syn::ImplItemFn,
) -> TokenStream {
    let core = emit::paths::runtime(options.facade.as_ref());
    let mut elided = method.clone();
    elide_borrows(&mut elided.sig);
    let around = Around {
        generics: &item.generics,
        self_ty: Some(&item.self_ty),
        own: Own::NOTHING,
    };
    let (rule, errors) = one(options, &around, &mut elided, MemberKind::Implemented, true);
    let Some(FnArg::Typed(source)) = elided.sig.inputs.first() else {
        return quote!(#errors);
    };
    let rule_trait = match &*source.ty {
        Type::Reference(r) => {
            let pointee = &r.elem;
            quote!(FromRefRule<#pointee>)
        }
        ty => quote!(FromRule<#ty>),
    };
    let self_ty = &item.self_ty;
    let mut bounded = item.clone();
    bounded.generics = without_borrows(&item.generics, &quote!(#self_ty #rule_trait));
    bounded.items.push(ImplItem::Fn(method.clone()));
    bound_parameters(&mut bounded, &core);
    let rules = emit::rules_of_parameters(&item.generics, &core);
    let clause = bounded.generics.make_where_clause();
    clause.predicates.extend(rules);
    let (generics, _, clause) = bounded.generics.split_for_impl();
    let lenient = emit::lenient();
    let rule = (!rule.is_empty())
        .then(|| quote!(#lenient impl #generics #core::#rule_trait for #self_ty #clause { #rule }));
    quote!(#rule #errors)
}
