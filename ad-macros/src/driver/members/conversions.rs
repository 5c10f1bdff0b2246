//! Conversions: the rule of a type's `From` is an implementation of a trait of its own.
//!
//! ```text
//! #[differentiable]                               impl FromRule<Polar> for Cart {
//! impl From<Polar> for Cart {                         fn associated_rule_of_from(keep, (p,): (Polar,))
//!     fn from(p: Polar) -> Cart { … }                     -> … { … }
//! }                                               }
//! ```
//!
//! Where the source is a reference the rule is one of the type itself, as of any associated function.

use super::{MemberKind, bound_parameters, one};
use crate::attr::Options;
use crate::desugar::methods::Around;
use crate::emit;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{FnArg, ImplItem};

pub(super) fn implementation(options: &Options, mut item: syn::ItemImpl) -> TokenStream {
    let core = emit::paths::runtime(options.facade.as_ref());
    let mut items = std::mem::take(&mut item.items);
    let mut derived = TokenStream::new();
    let lenient = emit::lenient();
    for member in &mut items {
        let ImplItem::Fn(method) = member else {
            continue;
        };
        let around = Around {
            generics: &item.generics,
            self_ty: Some(&item.self_ty),
        };
        let (rule, errors) = one(options, &around, method, MemberKind::Implemented, true);
        let Some(FnArg::Typed(source)) = method.sig.inputs.first() else {
            continue;
        };
        let source = &source.ty;
        let mut bounded = item.clone();
        bounded.items.push(ImplItem::Fn(method.clone()));
        bound_parameters(&mut bounded, &core);
        let (generics, _, clause) = bounded.generics.split_for_impl();
        let self_ty = &item.self_ty;
        let rule = (!rule.is_empty())
            .then(|| quote!(#lenient impl #generics #core::FromRule<#source> for #self_ty #clause { #rule }));
        derived.extend(quote!(#rule #errors));
    }
    item.items = items;
    quote!(#item #derived)
}
