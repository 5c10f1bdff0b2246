//! The standard traits of the tangent: those that the tangents of its fields have.
//!
//! `#[derive]` would put the bounds on the item's type parameters, where they say nothing about
//! projections such as `<Vec<T> as Differentiable>::Tangent`.

use super::model::{Field, InTangent, Kind, Model, Variant};
use super::plain;
use super::traits::arms;
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::Member;
use syn::ext::IdentExt;

pub(super) fn standard_traits(model: &Model) -> TokenStream {
    let default = (!model.is_enum).then(|| default(model));
    let (copy, clone, debug, equality) = (copy(model), clone(model), debug(model), equality(model));
    quote!(#copy #clone #debug #equality #default)
}

/// When a trait is there.
#[derive(PartialEq)]
enum When {
    /// All tangents have it: only those of unknown types have to be asked.
    Generic,
    /// Some have it not. A bound on a type without parameters is an error where it does not hold,
    /// unless it is said for any lifetime.
    Everywhere,
}

/// `impl Trait for Tangent`.
fn implement(model: &Model, of: &TokenStream, when: When, body: &TokenStream) -> TokenStream {
    let (core, name) = (&model.core, &model.tangent);
    let mut generics = model.tangent_generics();
    let bounds = model
        .active()
        .filter(|field| when == When::Everywhere || field.bound)
        .map(|field| bound(core, field, of));
    let sized = model.tangent_is_sized(&generics);
    let predicates = &mut generics.make_where_clause().predicates;
    predicates.extend(sized);
    predicates.extend(bounds);
    let (params, arguments, clause) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #params #of for #name #arguments #clause { #body }
    }
}

/// What makes the trait hold for a field's tangent. Said of the field itself where that is a
/// projection, so that one that does not exist is not reported again.
fn bound(core: &TokenStream, field: &Field, of: &TokenStream) -> syn::WherePredicate {
    let ty = field.differentiated();
    match plain::tangent(core, &ty, field.span).or_else(|| field.array()) {
        Some(plain) => syn::parse_quote!(for<'__any> #plain: #of),
        None => syn::parse_quote!(for<'__any> #ty: #core::Differentiable<Tangent: #of>),
    }
}

fn is_kept(field: &Field) -> bool {
    field.in_tangent != InTangent::Nothing
}

fn kept(variant: &Variant) -> impl Iterator<Item = &Field> {
    variant.fields.iter().filter(|field| is_kept(field))
}

/// Not where a field's tangent is on the heap: rustc would say so of one that has no derivative.
fn copy(model: &Model) -> Option<TokenStream> {
    let on_heap = |field: &Field| plain::is_on_heap(&field.portable);
    let copy = quote!(::core::marker::Copy);
    (!model.active().any(on_heap)).then(|| implement(model, &copy, When::Everywhere, &quote!()))
}

fn clone(model: &Model) -> TokenStream {
    let arms = arms(model, |variant| {
        let pattern = variant.pattern(&quote!(Self), "a", is_kept);
        let value = variant.value(&quote!(Self), |field| {
            let from = field.at("a");
            is_kept(field).then(|| quote_spanned!(field.span=> ::core::clone::Clone::clone(#from)))
        });
        quote!(#pattern => #value,)
    });
    let body = quote! {
        #[inline]
        fn clone(&self) -> Self {
            match self { #arms }
        }
    };
    implement(model, &quote!(::core::clone::Clone), When::Generic, &body)
}

fn debug(model: &Model) -> TokenStream {
    let arms = arms(model, |variant| {
        let pattern = variant.pattern(&quote!(Self), "a", is_kept);
        let written = written(model, variant);
        quote!(#pattern => #written,)
    });
    let body = quote! {
        fn fmt(&self, __formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            match self { #arms }
        }
    };
    implement(model, &quote!(::core::fmt::Debug), When::Generic, &body)
}

/// The name and the fields of a variant, written to the formatter.
fn written(model: &Model, variant: &Variant) -> TokenStream {
    let (builder, start) = match variant.kind {
        Kind::Named => (quote!(::core::fmt::DebugStruct), quote!(debug_struct)),
        Kind::Tuple | Kind::Unit => (quote!(::core::fmt::DebugTuple), quote!(debug_tuple)),
    };
    let name = plain(variant.name.as_ref().unwrap_or(&model.tangent));
    let empty = quote!(&mut ::core::fmt::Formatter::#start(__formatter, #name));
    let full = kept(variant).fold(empty, |before, field| {
        let value = field.at("a");
        let member = match &field.member {
            Member::Named(member) => Some(plain(member)),
            Member::Unnamed(_) => None,
        };
        let member = member.into_iter();
        quote_spanned!(field.span=> #builder::field(#before, #(#member,)* #value))
    });
    quote!(#builder::finish(#full))
}

/// An identifier as text, without `r#`.
fn plain(name: &Ident) -> String {
    name.unraw().to_string()
}

fn equality(model: &Model) -> TokenStream {
    let pairs = arms(model, |variant| {
        let one = variant.pattern(&quote!(Self), "a", is_kept);
        let two = variant.pattern(&quote!(Self), "b", is_kept);
        let equal = kept(variant).map(|field| {
            let (one, two) = (field.at("a"), field.at("b"));
            quote_spanned!(field.span=> && ::core::cmp::PartialEq::eq(#one, #two))
        });
        quote!((#one, #two) => true #(#equal)*,)
    });
    let other = (model.variants.len() > 1).then(|| quote!(_ => false,));
    let body = quote! {
        #[inline]
        fn eq(&self, __other: &Self) -> bool {
            match (self, __other) { #pairs #other }
        }
    };
    implement(model, &quote!(::core::cmp::PartialEq), When::Generic, &body)
}

fn default(model: &Model) -> TokenStream {
    let value = model.variants[0].value(&quote!(Self), |field| {
        is_kept(field).then(|| quote_spanned!(field.span=> ::core::default::Default::default()))
    });
    let body = quote! {
        #[inline]
        fn default() -> Self {
            #value
        }
    };
    implement(
        model,
        &quote!(::core::default::Default),
        When::Everywhere,
        &body,
    )
}
