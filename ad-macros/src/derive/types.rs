//! The companions themselves: shadow, tangent and shape.

use super::model::{Field, InTangent, Kind, Model, Variant};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

pub(super) fn all(model: &Model) -> TokenStream {
    let shadow = hidden(model, &model.shadow, "Shadow");
    let shape = hidden(model, &model.shape, "Shape");
    let tangent = tangent(model);
    quote!(#shadow #shape #tangent)
}

/// A companion that has all fields, for emitted code.
fn hidden(model: &Model, name: &Ident, projection: &str) -> TokenStream {
    let field = |field: &Field| {
        let vis = (!model.is_enum).then_some(&model.vis);
        let name = label(&field.member);
        let ty = field.projection(&model.core, projection);
        Some(quote!(#vis #name #ty))
    };
    let generics = model.hidden_generics();
    let body = body(model, &generics, name, field);
    quote! {
        #[doc(hidden)]
        #[allow(
            dead_code, missing_copy_implementations, missing_debug_implementations, missing_docs,
            nonstandard_style, private_bounds, private_interfaces, unreachable_pub, clippy::all
        )]
        #body
    }
}

/// The companion users see: active fields, with the visibility they have in the item.
fn tangent(model: &Model) -> TokenStream {
    let field = |field: &Field| {
        let (vis, name) = (&field.vis, label(&field.member));
        let ty = match field.in_tangent {
            InTangent::Tangent => field.projection(&model.core, "Tangent"),
            InTangent::Unit => quote!(()),
            InTangent::Nothing => return None,
        };
        let doc = match &field.member {
            syn::Member::Named(name) => format!("The derivative by `{name}`."),
            syn::Member::Unnamed(index) => format!("The derivative by field {}.", index.index),
        };
        Some(quote!(#[doc = #doc] #vis #name #ty))
    };
    let generics = model.tangent_generics();
    let body = body(model, &generics, &model.tangent, field);
    let doc = format!(
        "The tangent of [`{}`]: the derivatives by its active fields.",
        model.name
    );
    quote! {
        #[doc = #doc]
        #[allow(dead_code, nonstandard_style, private_bounds, unreachable_pub)]
        #body
    }
}

/// `x:` for a named field.
fn label(member: &syn::Member) -> Option<TokenStream> {
    match member {
        syn::Member::Named(name) => Some(quote!(#name:)),
        syn::Member::Unnamed(_) => None,
    }
}

/// The item with other fields.
fn body(
    model: &Model,
    generics: &syn::Generics,
    name: &Ident,
    field: impl Fn(&Field) -> Option<TokenStream>,
) -> TokenStream {
    let (vis, clause) = (&model.vis, &generics.where_clause);
    let fields = |variant: &Variant| {
        let pad = variant.pad.iter().filter(|_| *name != model.tangent);
        let pad = pad.map(|member| {
            let name = label(member);
            quote!(#name ())
        });
        let fields: Vec<_> = variant
            .fields
            .iter()
            .filter_map(&field)
            .chain(pad)
            .collect();
        match variant.kind {
            Kind::Named => quote!({ #(#fields,)* }),
            Kind::Tuple => quote!((#(#fields,)*)),
            Kind::Unit => quote!(),
        }
    };
    if model.is_enum {
        let variants = model.variants.iter().map(|variant| {
            let (name, fields) = (&variant.name, fields(variant));
            let doc = format!("The derivatives of a `{}`.", name.to_token_stream());
            quote!(#[doc = #doc] #name #fields)
        });
        return quote!(#vis enum #name #generics #clause { #(#variants,)* });
    }
    let variant = &model.variants[0];
    let fields = fields(variant);
    match variant.kind {
        Kind::Named => quote!(#vis struct #name #generics #clause #fields),
        _ => quote!(#vis struct #name #generics #fields #clause;),
    }
}
