//! Tangents written out: `Vec<f64>` for `<Vec<f64> as Differentiable>::Tangent`.
//!
//! Receives a type. Promises its tangent as a reader of the documentation wants to see it, if the
//! syntax shows all of it. A name is a guess; rustc checks it against the projection.

use super::activity::INERT;
use crate::emit::paths;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{GenericArgument, PathArguments, PathSegment, Type};

pub(super) fn tangent(core: &TokenStream, ty: &Type, span: Span) -> Option<TokenStream> {
    let of = |ty: &Type| tangent(core, ty, span);
    Some(match ty {
        Type::Tuple(tuple) => {
            let elems: Vec<_> = tuple.elems.iter().map(of).collect::<Option<_>>()?;
            quote_spanned!(span=> (#(#elems,)*))
        }
        Type::Array(array) => {
            let (elem, len) = (of(&array.elem)?, &array.len);
            quote_spanned!(span=> [#elem; #len])
        }
        Type::Slice(slice) => {
            let (core, elem) = (paths::at(core, span), of(&slice.elem)?);
            quote_spanned!(span=> #core::Vec<#elem>)
        }
        Type::Reference(reference) => return of(&reference.elem),
        Type::Paren(inner) => return of(&inner.elem),
        Type::Group(inner) => return of(&inner.elem),
        Type::Path(path) if path.qself.is_none() => {
            return of_name(core, path.path.segments.last()?, span);
        }
        _ => return None,
    })
}

/// The outermost type of a tangent on the heap, with the type it holds.
fn on_heap(ty: &Type) -> Option<(&'static str, &GenericArgument)> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(given) = &last.arguments else {
        return None;
    };
    match last.ident.to_string().as_str() {
        "Vec" | "VecDeque" => Some(("Vec", given.args.first()?)),
        "Box" | "Rc" | "Arc" => Some(("Box", given.args.first()?)),
        _ => None,
    }
}

/// Whether a type's tangent is a vector or a box.
pub(super) fn is_on_heap(ty: &Type) -> bool {
    on_heap(ty).is_some()
}

/// A tangent on the heap with a projection inside: it has a size, whatever it holds. `item` is what stands in
/// the place of the type of its items.
pub(super) fn outline(
    core: &TokenStream,
    ty: &Type,
    item: Option<Type>,
    span: Span,
) -> Option<TokenStream> {
    let (name, inner) = on_heap(ty)?;
    let inner = item.map_or_else(|| inner.to_token_stream(), |item| item.to_token_stream());
    let (name, core) = (Ident::new(name, span), paths::at(core, span));
    Some(quote_spanned!(span=> #core::#name<<#inner as #core::Differentiable>::Tangent>))
}

/// Whether a type is a number, a flag, a character or a text.
pub(super) fn is_single(ty: &Type) -> bool {
    match ty {
        Type::Paren(inner) => is_single(&inner.elem),
        Type::Group(inner) => is_single(&inner.elem),
        Type::Path(path) => path.path.get_ident().is_some_and(|name| {
            let name = name.to_string();
            crate::ir::ty::is_primitive(&name)
        }),
        _ => false,
    }
}

/// Whether a type is a float, or arrays and tuples of floats.
pub(super) fn is_numbers(ty: &Type) -> bool {
    match ty {
        Type::Tuple(tuple) => tuple.elems.iter().all(is_numbers),
        Type::Array(array) => is_numbers(&array.elem),
        Type::Paren(inner) => is_numbers(&inner.elem),
        Type::Group(inner) => is_numbers(&inner.elem),
        Type::Path(path) => path.path.is_ident("f64") || path.path.is_ident("f32"),
        _ => false,
    }
}

/// Whether a type holds what it holds without indirection, so that it cannot hold itself.
pub(super) fn is_by_value(ty: &Type) -> bool {
    match ty {
        Type::Tuple(tuple) => tuple.elems.iter().all(is_by_value),
        Type::Array(array) => is_by_value(&array.elem),
        Type::Paren(inner) => is_by_value(&inner.elem),
        Type::Group(inner) => is_by_value(&inner.elem),
        Type::Path(path) => {
            let last = path.path.segments.last();
            last.is_some_and(|last| match &last.arguments {
                PathArguments::None => true,
                PathArguments::AngleBracketed(given) if last.ident == "Option" => {
                    given.args.iter().all(|argument| match argument {
                        GenericArgument::Type(ty) => is_by_value(ty),
                        _ => false,
                    })
                }
                _ => false,
            })
        }
        _ => false,
    }
}

/// The tangent of a standard type, by its name.
fn of_name(core: &TokenStream, segment: &PathSegment, span: Span) -> Option<TokenStream> {
    let name = segment.ident.to_string();
    let of = |argument: &GenericArgument| match argument {
        GenericArgument::Type(ty) => tangent(core, ty, span),
        _ => None,
    };
    let arguments: Vec<_> = match &segment.arguments {
        PathArguments::None => Vec::new(),
        PathArguments::AngleBracketed(given) => given.args.iter().map(of).collect::<Option<_>>()?,
        PathArguments::Parenthesized(_) => return None,
    };
    let core = paths::at(core, span);
    Some(match (name.as_str(), arguments.as_slice()) {
        ("f32", []) => quote_spanned!(span=> ::core::primitive::f32),
        ("f64", []) => quote_spanned!(span=> ::core::primitive::f64),
        (name, []) if INERT.contains(&name) => quote_spanned!(span=> ()),
        ("Vec" | "VecDeque", [item]) => quote_spanned!(span=> #core::Vec<#item>),
        ("Box" | "Rc" | "Arc", [item]) => quote_spanned!(span=> #core::Box<#item>),
        ("Option", [item]) => quote_spanned!(span=> ::core::option::Option<#item>),
        ("Result", [ok, err]) => quote_spanned!(span=> ::core::result::Result<#ok, #err>),
        _ => return None,
    })
}
