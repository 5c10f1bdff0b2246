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

use super::operators::without_borrows;
use super::{MemberKind, bound_parameters, one};
use crate::attr::Options;
use crate::desugar::methods::{Around, name_of_trait};
use crate::desugar::own::Own;
use crate::emit;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::{FnArg, GenericArgument, ImplItem, PathArguments, Type, parse_quote};

pub(super) fn implementation(
    options: &Options,
    mut item: syn::ItemImpl,
    of_trait: &syn::Path,
) -> TokenStream {
    let items = Items::of(of_trait, &item.self_ty);
    let mut members = std::mem::take(&mut item.items);
    let methods = members.iter_mut().filter_map(|member| match member {
        ImplItem::Fn(method) => Some(method),
        _ => None,
    });
    let (self_ty, source) = (&item.self_ty, &items.source);
    let mut owning = item.clone();
    owning.generics = without_borrows(&item.generics, &quote!(#self_ty #source));
    let derived: TokenStream = methods
        .map(|method| total(options, &owning, method, &items, of_trait))
        .collect();
    item.items = members;
    quote!(#item #derived)
}

/// What the items of a total are.
struct Items {
    /// The type of the values.
    source: Type,
    /// Whether they are references to the values, which the rule owns.
    by_ref: bool,
}

impl Items {
    /// The trait's argument, or the type itself.
    fn of(of_trait: &syn::Path, self_ty: &Type) -> Self {
        let arguments = of_trait.segments.last().map(|s| &s.arguments);
        let given = match arguments {
            Some(PathArguments::AngleBracketed(given)) => given.args.iter().find_map(|g| match g {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            }),
            _ => None,
        };
        let (given, by_ref) = match given {
            Some(Type::Reference(r)) => (Some(&*r.elem), true),
            given => (given, false),
        };
        let source = match given {
            Some(Type::Path(p)) if p.path.is_ident("Self") => self_ty.clone(),
            Some(ty) => ty.clone(),
            None => self_ty.clone(),
        };
        Items { source, by_ref }
    }

    /// What traits and functions for them are called like.
    fn named(&self, name: &str, of_references: &str) -> String {
        match self.by_ref {
            true => format!("{name}{of_references}"),
            false => name.to_string(),
        }
    }
}

/// The rule of `sum`, `product` or `from_iter`.
fn total(
    options: &Options,
    item: &syn::ItemImpl,
    method: &syn::ImplItemFn,
    given: &Items,
    of_trait: &syn::Path,
) -> TokenStream {
    let core = emit::paths::runtime(options.facade.as_ref());
    let Some(FnArg::Typed(iter)) = method.sig.inputs.first() else {
        return TokenStream::new();
    };
    let (pat, items) = (iter.pat.clone(), Ident::new("items", Span::mixed_site()));
    let mut by_vector = method.clone();
    let source = &given.source;
    let name = given.named(&method.sig.ident.to_string(), "_of_references");
    by_vector.sig.ident = format_ident!("__{name}", span = method.sig.ident.span());
    let rule_trait = given.named(&name_of_trait(of_trait), "OfReferences");
    let rule_trait = format_ident!("{rule_trait}Rule");
    by_vector.sig.generics = syn::Generics::default();
    by_vector.sig.inputs = parse_quote!(#items: ::std::vec::Vec<#source>);
    let start = match given.by_ref {
        true => parse_quote!(let #pat = #items.iter();),
        false => parse_quote!(let #pat = #items.into_iter();),
    };
    by_vector.block.stmts.insert(0, start);
    let around = Around {
        generics: &item.generics,
        self_ty: Some(&item.self_ty),
        own: Own::NOTHING,
        mistakes: None,
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
