//! The payloads of an enum's shadow, by the name of the variant.
//!
//! Emitted code sees the user's pattern, not the type, so it cannot name the shadow's enum. It calls
//! a method on the shadow that is named after the variant:
//!
//! ```text
//! Figure::Disc(r) => …             d_figure.__variant_Disc().0
//! Figure::Rect { w, h } => …       d_figure.__variant_Rect().w
//! ```

use super::model::{Field, Kind, Model, Variant};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};

/// A struct has an accessor of its own name, because `Disc(r)` alone may be either's.
pub(super) fn accessors(model: &Model) -> TokenStream {
    let with_payload = || {
        model
            .variants
            .iter()
            .filter(|variant| !variant.fields.is_empty())
    };
    let records: TokenStream = with_payload()
        .map(|variant| record(model, variant))
        .collect();
    let methods: TokenStream = with_payload()
        .map(|variant| methods(model, variant))
        .collect();
    let generics = model.hidden_generics();
    let ((params, arguments, clause), shadow) = (generics.split_for_impl(), &model.shadow);
    quote! {
        #records
        #[automatically_derived]
        #[allow(dead_code, nonstandard_style, private_interfaces, unreachable_pub)]
        impl #params #shadow #arguments #clause { #methods }
    }
}

/// Apart from the companions' names: `__FigureShape` is the shape of a `Figure`, not its variant `Shape`.
fn record_name(model: &Model, variant: &Variant) -> Ident {
    format_ident!("__{}_{}", model.name, name(model, variant))
}

fn name<'m>(model: &'m Model, variant: &'m Variant) -> &'m Ident {
    variant.name.as_ref().unwrap_or(&model.name)
}

/// A struct with the fields of a named variant, of any types: references of both kinds.
fn record(model: &Model, variant: &Variant) -> TokenStream {
    if variant.kind != Kind::Named {
        return TokenStream::new();
    }
    let (vis, name) = (&model.vis, record_name(model, variant));
    let params: Vec<Ident> = (0..variant.fields.len())
        .map(|i| format_ident!("__T{i}"))
        .collect();
    let fields = variant.fields.iter().map(|field| &field.member);
    quote! {
        #[doc(hidden)]
        #[allow(
            dead_code, missing_copy_implementations, missing_debug_implementations, missing_docs,
            nonstandard_style, unreachable_pub
        )]
        #vis struct #name<#(#params),*> { #(#vis #fields: #params,)* }
    }
}

fn methods(model: &Model, variant: &Variant) -> TokenStream {
    let shared = method(model, variant, "__variant_", &quote!(&));
    let exclusive = method(model, variant, "__variant_mut_", &quote!(&mut));
    quote!(#shared #exclusive)
}

fn method(model: &Model, variant: &Variant, prefix: &str, reference: &TokenStream) -> TokenStream {
    let (core, vis) = (&model.core, &model.vis);
    let method = format_ident!("{prefix}{}", name(model, variant));
    let shadow = &model.shadow;
    let pattern = variant.pattern(&quote!(#shadow), "a", |_| true);
    let bindings: Vec<Ident> = variant.fields.iter().map(|field| field.at("a")).collect();
    let types = variant.fields.iter().map(|field| {
        let ty = field.projection(core, "Shadow");
        quote_spanned!(field.span=> #reference #ty)
    });
    let (output, value) = if variant.kind == Kind::Named {
        let record = record_name(model, variant);
        let members = variant.fields.iter().map(|field: &Field| &field.member);
        (
            quote_spanned!(model.span=> #record<#(#types),*>),
            quote_spanned!(model.span=> #record { #(#members: #bindings,)* }),
        )
    } else {
        (
            quote_spanned!(model.span=> (#(#types,)*)),
            quote_spanned!(model.span=> (#(#bindings,)*)),
        )
    };
    let other = (model.variants.len() > 1)
        .then(|| quote_spanned!(model.span=> _ => #core::another_variant(),));
    quote_spanned! {model.span=>
        #[doc(hidden)]
        #[inline]
        #vis fn #method(#reference self) -> #output {
            match self {
                #pattern => #value,
                #other
            }
        }
    }
}
