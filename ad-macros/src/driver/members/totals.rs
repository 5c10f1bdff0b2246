//! What is made of all items of an iterator: the rule of a type's `Sum`, `Product` or `FromIterator` is an
//! implementation of a trait of its own, which takes the items as a vector.
//!
//! ```text
//! #[differentiable]                                          impl SumRule<Moments> for Moments {
//! impl Sum for Moments {                                         fn associated_rule_of___sum(keep, (iter,): (Vec<Moments>,))
//!     fn sum<I: Iterator<Item = Moments>>(iter: I) -> Self           -> … { let iter = iter.into_iter(); … }
//!         { … }                                              }
//! }
//! ```

use super::{MemberKind, bound_parameters, one, reference_given};
use crate::attr::Options;
use crate::desugar::methods::{Around, name_of_trait};
use crate::diagnostics::{Sink, catalog};
use crate::emit;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::{FnArg, GenericArgument, ImplItem, PathArguments, Type, parse_quote};

pub(super) fn implementation(
    options: &Options,
    mut item: syn::ItemImpl,
    of_trait: &syn::Path,
) -> TokenStream {
    if let Some(reference) = reference_given(of_trait) {
        let sink = Sink::new();
        sink.refuse_at(reference, catalog::TOTAL_OF_REFERENCES);
        return super::super::refused_item(item, sink);
    }
    let source = source_of(of_trait, &item.self_ty);
    let rule_trait = format_ident!("{}Rule", name_of_trait(of_trait));
    let mut items = std::mem::take(&mut item.items);
    let methods = items.iter_mut().filter_map(|member| match member {
        ImplItem::Fn(method) => Some(method),
        _ => None,
    });
    let derived: TokenStream = methods
        .map(|method| total(options, &item, method, &source, &rule_trait))
        .collect();
    item.items = items;
    quote!(#item #derived)
}

/// What the items are: the trait's argument, or the type itself.
fn source_of(of_trait: &syn::Path, self_ty: &Type) -> Type {
    let arguments = of_trait.segments.last().map(|s| &s.arguments);
    let given = match arguments {
        Some(PathArguments::AngleBracketed(given)) => given.args.first(),
        _ => None,
    };
    match given {
        Some(GenericArgument::Type(Type::Path(p))) if p.path.is_ident("Self") => self_ty.clone(),
        Some(GenericArgument::Type(ty)) => ty.clone(),
        _ => self_ty.clone(),
    }
}

/// The rule of `sum`, `product` or `from_iter`.
fn total(
    options: &Options,
    item: &syn::ItemImpl,
    method: &syn::ImplItemFn,
    source: &Type,
    rule_trait: &Ident,
) -> TokenStream {
    let core = emit::paths::runtime(options.facade.as_ref());
    let Some(FnArg::Typed(iter)) = method.sig.inputs.first() else {
        return TokenStream::new();
    };
    let (pat, items) = (iter.pat.clone(), Ident::new("items", Span::mixed_site()));
    let mut by_vector = method.clone();
    by_vector.sig.ident = format_ident!("__{}", method.sig.ident);
    by_vector.sig.generics = syn::Generics::default();
    by_vector.sig.inputs = parse_quote!(#items: ::std::vec::Vec<#source>);
    let start = parse_quote!(let #pat = #items.into_iter(););
    by_vector.block.stmts.insert(0, start);
    let around = Around {
        generics: &item.generics,
        self_ty: Some(&item.self_ty),
    };
    let (rule, errors) = one(
        options,
        &around,
        &mut by_vector,
        MemberKind::Implemented,
        true,
    );
    let mut bounded = item.clone();
    bounded.items.push(ImplItem::Fn(by_vector));
    bound_parameters(&mut bounded, &core);
    let (generics, _, clause) = bounded.generics.split_for_impl();
    let (self_ty, lenient) = (&item.self_ty, emit::lenient());
    let rule = (!rule.is_empty()).then(|| {
        quote!(#lenient impl #generics #core::#rule_trait<#source> for #self_ty #clause { #rule })
    });
    quote!(#rule #errors)
}
