//! The standard traits of the tangent: those that the tangents of its fields have.
//!
//! `#[derive]` would put the bounds on the item's type parameters, where they say nothing about
//! projections such as `<Vec<T> as Differentiable>::Tangent`.

use super::model::{Field, InTangent, Kind, Model, Variant};
use super::traits::arms;
use proc_macro2::TokenStream;
use quote::quote;

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
    let name = &model.tangent;
    let active: Vec<&Field> = model.active().collect();
    let mut generics = model.generics_for(active.iter().copied());
    let bounds = active
        .into_iter()
        .filter(|field| when == When::Everywhere || field.bound)
        .map(|field| -> syn::WherePredicate {
            let ty = field.projection(&model.core, "Tangent");
            syn::parse_quote!(for<'__any> #ty: #of)
        });
    generics.make_where_clause().predicates.extend(bounds);
    let (params, arguments, clause) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #params #of for #name #arguments #clause { #body }
    }
}

fn is_kept(field: &Field) -> bool {
    field.in_tangent != InTangent::Nothing
}

fn kept(variant: &Variant) -> impl Iterator<Item = &Field> {
    variant.fields.iter().filter(|field| is_kept(field))
}

fn copy(model: &Model) -> TokenStream {
    implement(
        model,
        &quote!(::core::marker::Copy),
        When::Everywhere,
        &quote!(),
    )
}

fn clone(model: &Model) -> TokenStream {
    let arms = arms(model, |variant| {
        let pattern = variant.pattern(&quote!(Self), "a", is_kept);
        let value = variant.value(&quote!(Self), |field| {
            let from = field.at("a");
            is_kept(field).then(|| quote!(::core::clone::Clone::clone(#from)))
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
        let name = variant.name.as_ref().unwrap_or(&model.tangent).to_string();
        let name = name.trim_start_matches("r#");
        let fields = kept(variant).map(|field| {
            let value = field.at("a");
            match &field.member {
                syn::Member::Named(member) => {
                    let member = member.to_string();
                    let member = member.trim_start_matches("r#");
                    quote!(.field(#member, #value))
                }
                syn::Member::Unnamed(_) => quote!(.field(#value)),
            }
        });
        let builder = match variant.kind {
            Kind::Named => quote!(debug_struct),
            Kind::Tuple | Kind::Unit => quote!(debug_tuple),
        };
        quote!(#pattern => ::core::fmt::Formatter::#builder(formatter, #name) #(#fields)* .finish(),)
    });
    let body = quote! {
        fn fmt(&self, formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            match self { #arms }
        }
    };
    implement(model, &quote!(::core::fmt::Debug), When::Generic, &body)
}

fn equality(model: &Model) -> TokenStream {
    let pairs = arms(model, |variant| {
        let one = variant.pattern(&quote!(Self), "a", is_kept);
        let two = variant.pattern(&quote!(Self), "b", is_kept);
        let equal = kept(variant).map(|field| {
            let (one, two) = (field.at("a"), field.at("b"));
            quote!(&& ::core::cmp::PartialEq::eq(#one, #two))
        });
        quote!((#one, #two) => true #(#equal)*,)
    });
    let other = (model.variants.len() > 1).then(|| quote!(_ => false,));
    let body = quote! {
        #[inline]
        fn eq(&self, other: &Self) -> bool {
            match (self, other) { #pairs #other }
        }
    };
    implement(model, &quote!(::core::cmp::PartialEq), When::Generic, &body)
}

fn default(model: &Model) -> TokenStream {
    let value = model.variants[0].value(&quote!(Self), |field| {
        is_kept(field).then(|| quote!(::core::default::Default::default()))
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
