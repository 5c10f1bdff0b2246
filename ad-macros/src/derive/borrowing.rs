//! How a residual holds a struct of references: as a copy of what they refer to.
//!
//! Receives a struct with lifetimes, whose fields are shared references, plain data, or options, vectors and pairs of such;
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
use crate::emit::{everlasting, mentions};
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::{GenericArgument, PathArguments, Type};

pub(super) fn all(model: &Model) -> Option<TokenStream> {
    let lifetimes = model.generics.lifetimes().count();
    if model.is_enum || lifetimes == 0 || model.generics.const_params().next().is_some() {
        return None;
    }
    let of_types: Vec<_> = model.generics.type_params().map(|t| &t.ident).collect();
    let fields: Vec<&Field> = model.fields().collect();
    let held: Vec<Held> = fields
        .iter()
        .map(|field| Held::of(&model.core, &everlasting(&field.ty)))
        .collect::<Option<_>>()?;
    // What is held of no field could not be a parameter of the copy.
    let is_held = |t: &&syn::Ident| held.iter().any(|held| mentions(held.ty.clone(), &[t]));
    if !of_types.iter().all(is_held) {
        return None;
    }
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
    let lent = model.generics.lifetimes().map(|_| quote!('__r));
    let lent: Vec<_> = lent.chain(of_types.iter().map(|t| quote!(#t))).collect();
    let mut of_copy = syn::Generics::default();
    let bounded = model.generics.type_params().cloned();
    of_copy.params.extend(bounded.map(|mut t| {
        t.default = None;
        t.bounds = t
            .bounds
            .into_iter()
            .filter(|b| !matches!(b, syn::TypeParamBound::Lifetime(_)))
            .collect();
        syn::GenericParam::Type(t)
    }));
    let (params_of_copy, of_copy, _) = of_copy.split_for_impl();
    Some(quote! {
        #[doc(hidden)]
        #[allow(dead_code, missing_docs, missing_debug_implementations, private_interfaces, unreachable_pub)]
        #vis struct #copy #params_of_copy { #(#numbered: #types,)* }

        #[automatically_derived]
        impl #params #core::Borrowing for #name #arguments where #(#predicates,)* #(#copied,)* {
            type Held = #copy #of_copy;

            #[inline]
            fn held(&self) -> Self::Held {
                #copy { #(#numbered: #make(&self.#members),)* }
            }
        }

        #[automatically_derived]
        impl #params #core::HasReferences for #name #arguments where Self: #core::Borrowing {}

        #[automatically_derived]
        impl #params_of_copy #core::Lend for #copy #of_copy {
            type Lent<'__r> = #name<#(#lent),*> where Self: '__r;

            #[inline]
            fn lend(&self) -> Self::Lent<'_> {
                #name { #(#members: #core::Lend::lend(&self.#numbered),)* }
            }
        }

        #[automatically_derived]
        impl #params_of_copy #core::LendWhole for #copy #of_copy {}

        #[automatically_derived]
        impl #params_of_copy #core::Recall for #copy #of_copy {
            type Recalled<'__r> = #name<#(#lent),*> where Self: '__r;

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
                Type::Path(p) if p.path.is_ident("str") => behind(quote!(#core::HeldText)),
                one => behind(quote!(#core::HeldOne<#one>)),
            }),
            plain if is_plain(plain) => Some(Held {
                ty: quote!(#core::Owned<#plain>),
                make: quote!(#core::Owned::of),
                behind: false,
            }),
            Type::Tuple(tuple) if tuple.elems.len() == 2 || tuple.elems.len() == 3 => {
                let parts = tuple.elems.iter().map(|part| Held::of(core, part));
                let parts: Vec<_> = parts
                    .map(|part| part.map(|part| part.ty))
                    .collect::<Option<_>>()?;
                Some(behind(quote!(#core::HeldEach<(#(#parts,)*)>)))
            }
            Type::Path(path) if path.qself.is_none() => {
                let last = path.path.segments.last()?;
                let PathArguments::AngleBracketed(given) = &last.arguments else {
                    return None;
                };
                let container = match last.ident.to_string().as_str() {
                    "Option" => quote!(::core::option::Option),
                    "Vec" => quote!(#core::Vec),
                    _ => return None,
                };
                let GenericArgument::Type(item) = given.args.first()? else {
                    return None;
                };
                let item = Held::of(core, item)?.ty;
                Some(behind(quote!(#core::HeldEach<#container<#item>>)))
            }
            _ => None,
        }
    }
}

/// Whether a type that is behind a reference may borrow itself, or has no size as far as its name tells.
fn borrows(ty: &Type) -> bool {
    let lifetime = super::generics::names(ty)
        .iter()
        .any(|name| name.starts_with('\''));
    lifetime || matches!(ty, Type::TraitObject(_)) || matches!(ty, Type::Reference(_))
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
