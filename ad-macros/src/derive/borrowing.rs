//! How a residual holds a struct of references: as a copy of what they refer to.
//!
//! Receives a struct whose parameters are lifetimes, with fields that are shared references or plain data;
//! promises a struct of copies, and that each makes the other. Of other types nothing is said here, and
//! rustc says of their values that they must not be kept.
//!
//! ```text
//! struct View<'a> { data: &'a [f64], cols: usize }
//!
//! struct __ViewHeld { data: HeldMany<f64>, cols: Owned<usize> }
//! impl<'a> Borrowing for View<'a> { type Held = __ViewHeld; … }
//! impl Lend for __ViewHeld { type Lent<'r> = View<'r>; … }
//! ```

use super::activity::INERT;
use super::model::{Field, Model};
use crate::emit::everlasting;
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::{GenericArgument, PathArguments, Type};

pub(super) fn all(model: &Model) -> Option<TokenStream> {
    let only_lifetimes = model.generics.lifetimes().count() == model.generics.params.len();
    if model.is_enum || model.generics.params.is_empty() || !only_lifetimes {
        return None;
    }
    let fields: Vec<&Field> = model.fields().collect();
    let held: Vec<Held> = fields
        .iter()
        .map(|field| Held::of(&model.core, &everlasting(&field.ty)))
        .collect::<Option<_>>()?;
    let types: Vec<_> = held.iter().map(|held| &held.ty).collect();
    let make = held.iter().map(|held| &held.make);
    let (core, name, vis) = (&model.core, &model.name, &model.vis);
    let copy = format_ident!("__{name}Held", span = Span::mixed_site());
    let members: Vec<_> = fields.iter().map(|field| &field.member).collect();
    let numbered: Vec<_> = (0..fields.len())
        .map(|i| format_ident!("part{i}"))
        .collect();
    let (params, arguments, clause) = model.generics.split_for_impl();
    // Said of a type with a lifetime, it need not hold.
    let copied = fields.iter().zip(&held).filter(|(_, held)| held.behind);
    let copied = copied.map(|(field, held)| {
        let (ty, copy) = (&field.ty, &held.ty);
        quote!(#ty: #core::HoldBehind<Copy = #copy>)
    });
    let predicates = clause
        .map(|clause| &clause.predicates)
        .into_iter()
        .flatten();
    let lent: Vec<_> = model.generics.lifetimes().map(|_| quote!('__r)).collect();
    Some(quote! {
        #[doc(hidden)]
        #[allow(dead_code, missing_docs, missing_debug_implementations, private_interfaces, unreachable_pub)]
        #vis struct #copy { #(#numbered: #types,)* }

        #[automatically_derived]
        impl #params #core::Borrowing for #name #arguments where #(#predicates,)* #(#copied,)* {
            type Held = #copy;

            #[inline]
            fn held(&self) -> #copy {
                #copy { #(#numbered: #make(&self.#members),)* }
            }
        }

        #[automatically_derived]
        impl #params #core::HasReferences for #name #arguments where Self: #core::Borrowing {}

        #[automatically_derived]
        impl #core::Lend for #copy {
            type Lent<'__r> = #name<#(#lent),*>;

            #[inline]
            fn lend(&self) -> Self::Lent<'_> {
                #name { #(#members: #core::Lend::lend(&self.#numbered),)* }
            }
        }

        #[automatically_derived]
        impl #core::LendWhole for #copy {}

        #[automatically_derived]
        impl #core::Recall for #copy {
            type Recalled<'__r> = #name<#(#lent),*>;

            #[inline]
            fn recalled(&self) -> Self::Recalled<'_> {
                #core::Lend::lend(self)
            }
        }
    })
}

/// What is held of a field.
struct Held {
    ty: TokenStream,
    /// What makes it.
    make: TokenStream,
    /// Whether the field is a reference.
    behind: bool,
}

impl Held {
    fn of(core: &TokenStream, ty: &Type) -> Option<Self> {
        let behind = |ty: TokenStream| Held {
            ty,
            make: quote!(#core::HoldBehind::copy),
            behind: true,
        };
        match ty {
            Type::Reference(r) if r.mutability.is_some() || borrows(&r.elem) => None,
            Type::Reference(r) => Some(match &*r.elem {
                Type::Slice(slice) => {
                    let element = &slice.elem;
                    behind(quote!(#core::HeldMany<#element>))
                }
                one => behind(quote!(#core::HeldOne<#one>)),
            }),
            plain if is_plain(plain) => Some(Held {
                ty: quote!(#core::Owned<#plain>),
                make: quote!(#core::Owned::of),
                behind: false,
            }),
            _ => None,
        }
    }
}

/// Whether a type that is behind a reference may borrow itself, or has no size as far as its name tells.
fn borrows(ty: &Type) -> bool {
    let lifetime = super::generics::names(ty)
        .iter()
        .any(|name| name.starts_with('\''));
    let unsized_ =
        matches!(ty, Type::TraitObject(_)) || matches!(ty, Type::Path(p) if p.path.is_ident("str"));
    lifetime || unsized_ || matches!(ty, Type::Reference(_))
}

/// Whether a type can be cloned, as far as its name tells.
fn is_plain(ty: &Type) -> bool {
    match ty {
        Type::Tuple(tuple) => tuple.elems.iter().all(is_plain),
        Type::Array(array) => is_plain(&array.elem),
        Type::Paren(inner) => is_plain(&inner.elem),
        Type::Path(path) if path.qself.is_none() => {
            let Some(last) = path.path.segments.last() else {
                return false;
            };
            let name = last.ident.to_string();
            let holds = ["Vec", "Option", "Box"].contains(&name.as_str());
            match &last.arguments {
                PathArguments::None => {
                    ["f64", "f32"].contains(&name.as_str()) || INERT.contains(&name.as_str())
                }
                PathArguments::AngleBracketed(given) if holds => given
                    .args
                    .iter()
                    .all(|given| matches!(given, GenericArgument::Type(ty) if is_plain(ty))),
                _ => false,
            }
        }
        _ => false,
    }
}
