//! Pointers of users' own: the shadow of what points is what points to the shadow.
//!
//! Receives `impl Deref` or `impl DerefMut`; promises the same for the shadow, so that whatever finds
//! its way through the primal by `*`, by an index or by a field finds it through the shadow.
//!
//! ```text
//! impl Deref for Weights { type Target = Vec<f64>; fn deref(&self) -> &Vec<f64> { &self.values } }
//!
//! impl Deref for WeightsShadow { type Target = Vec<Cell<f64>>; fn deref(&self) -> … { &self.values } }
//! ```

use super::place::Reader;
use super::{body, bound};
use crate::desugar::methods::{Around, standalone};
use crate::desugar::own::Own;
use crate::diagnostics::{Sink, catalog};
use crate::emit::{lenient, names};
use crate::segments;
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

/// Beside the implementation for the primal: that for its shadow.
pub(crate) fn deref(core: TokenStream, item: &syn::ItemImpl, sink: &Sink) -> TokenStream {
    let method = item.items.iter().find_map(|member| match member {
        syn::ImplItem::Fn(method) => Some(method),
        _ => None,
    });
    let Some(method) = method else {
        return TokenStream::new();
    };
    if item.generics.lt_token.is_some() {
        sink.refuse_at(&item.generics, catalog::DEREF);
        return TokenStream::new();
    }
    let around = Around {
        generics: &item.generics,
        self_ty: Some(&item.self_ty),
        own: Own::NOTHING,
        mistakes: None,
    };
    let function = standalone(&around, method);
    let this = format_ident!("this");
    let unique = method.sig.ident == "deref_mut";
    let reader = Reader {
        roots: vec![&this],
        bound: Vec::new(),
        returned: bound::returned(&function.block),
        unique,
        core: core.clone(),
    };
    let read = body::read(&function.block, reader, sink);
    if read.parts.is_empty() {
        return TokenStream::new();
    }
    let [part] = read.parts.as_slice() else {
        sink.refuse_at(&method.block, catalog::DEREF);
        return TokenStream::new();
    };
    if part.is_chosen() {
        sink.refuse_at(&method.block, catalog::DEREF);
        return TokenStream::new();
    }
    let found = part.of(&quote!(self), &names::plain("by"), unique);
    implementation(&core, item, unique, &found)
}

/// The shadow's own name, as the derive writes it: by way of the trait it would be as public as that.
fn shadow_name(self_ty: &syn::Type) -> syn::Type {
    let mut shadow = self_ty.clone();
    if let syn::Type::Path(path) = &mut shadow
        && let Some(last) = path.path.segments.last_mut()
    {
        last.ident = format_ident!("{}Shadow", last.ident);
    }
    shadow
}

fn implementation(
    core: &TokenStream,
    item: &syn::ItemImpl,
    unique: bool,
    found: &TokenStream,
) -> TokenStream {
    let (self_ty, lenient) = (&item.self_ty, lenient());
    let shadow = shadow_name(self_ty);
    if unique {
        let lent = element(item).map(|element| lent(core, self_ty, &shadow, element));
        let extended = element(item).map(|element| extended(core, self_ty, element));
        return quote! {
            #lent
            #extended
            #lenient
            impl ::core::ops::DerefMut for #shadow {
                #[inline]
                fn deref_mut(&mut self) -> &mut Self::Target { #found }
            }
        };
    }
    quote! {
        #lenient
        impl ::core::ops::Deref for #shadow {
            type Target = <<#self_ty as ::core::ops::Deref>::Target as #core::Differentiable>::Shadow;

            #[inline]
            fn deref(&self) -> &Self::Target { #found }
        }
    }
}

/// Its `extend` is that of the vector, and that the type has none beside.
fn extended(core: &TokenStream, self_ty: &syn::Type, element: &syn::Type) -> TokenStream {
    quote_spanned! {self_ty.span()=>
        impl #core::GrowsByPushing for #self_ty {}
        const _: fn(&#self_ty) = |this| {
            use #core::GrowsWith as _;
            #core::extends_a_list(this.grows_with(::core::marker::PhantomData::<#element>))
        };
    }
}

/// What rules are given uniquely for a value of the type: the vector that it refers to by the signature of `deref_mut`, where
/// they take that, and its elements.
fn lent(
    core: &TokenStream,
    self_ty: &syn::Type,
    shadow: &syn::Type,
    element: &syn::Type,
) -> TokenStream {
    let lenient = lenient();
    let cells = quote!(<#element as #core::Differentiable>::Shadow);
    let each = [
        (quote!(#core::Vec<#element>), quote!(#core::Vec<#cells>)),
        (quote!([#element]), quote!([#cells])),
    ];
    let each = each.iter().map(|(of_primal, of_shadow)| {
        quote! {
            #lenient
            impl<'__a> #core::FromPlace<'__a, #self_ty> for &'__a mut #of_primal {
                #[inline(always)]
                fn from_place(__place: &'__a mut #self_ty) -> Self { &mut **__place }
            }
            #lenient
            impl<'__a> #core::FromLent<'__a, #shadow> for ::core::option::Option<&'__a mut #of_shadow> {
                #[inline(always)]
                fn from_lent(__shadow: &'__a mut #shadow) -> Self {
                    ::core::option::Option::Some(&mut **__shadow)
                }
            }
        }
    });
    each.collect()
}

/// The type of the elements, if `deref_mut` gives a vector by its signature.
fn element(item: &syn::ItemImpl) -> Option<&syn::Type> {
    let output = item.items.iter().find_map(|member| match member {
        syn::ImplItem::Fn(method) => Some(&method.sig.output),
        _ => None,
    });
    let Some(syn::ReturnType::Type(_, ty)) = output else {
        return None;
    };
    let syn::Type::Reference(r) = &**ty else {
        return None;
    };
    let syn::Type::Path(path) = &*r.elem else {
        return None;
    };
    let vector = path.path.segments.last().filter(|s| s.ident == "Vec")?;
    segments::type_argument(vector)
}
