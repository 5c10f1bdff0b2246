//! Signatures that no body could make up for.
//!
//! Receives a signature; promises an error at each part of it for which there is no derivative.
//!
//! ```text
//! fn f(rows: &[&[f64]]) -> f64          the gradient is a `Vec<Vec<f64>>`
//! fn f(rows: &mut [&[f64]]) -> f64      refused: the shadow would have to follow the references
//! ```

use super::function::contains_type;
use super::is_trait;
use crate::desugar::stored;
use crate::diagnostics::{Sink, catalog};
use crate::ir::*;

/// Refuses what no body could make up for.
pub(crate) fn check_signature(sig: &syn::Signature, sink: &Sink) {
    if let Some(token) = &sig.asyncness {
        sink.refuse_at(token, catalog::ASYNC);
    }
    if let Some(token) = &sig.unsafety {
        sink.refuse_at(token, catalog::UNSAFE);
    }
    if let Some(abi) = &sig.abi {
        sink.refuse_at(abi, catalog::EXTERN);
    }
    if let Some(token) = &sig.variadic {
        sink.refuse_at(token, catalog::VARIADIC);
    }
    if let syn::ReturnType::Type(_, ty) = &sig.output {
        if contains_type(ty, &is_active_unique_reference) {
            sink.refuse_at(ty, catalog::REF_RESULT);
        } else if contains_type(ty, &|t| matches!(t, syn::Type::ImplTrait(_))) {
            sink.refuse_at(ty, catalog::IMPL_TRAIT);
        } else if stored::objects::has_other_objects(ty) {
            sink.refuse_at(ty, catalog::DYN_TRAIT);
        } else if contains_type(ty, &ty::is_map_by_references) {
            sink.refuse_at(ty, catalog::MAP_KEYS);
        }
    }
}

/// Whether what a method gives is refused whatever its body, so that it has no rule.
pub(crate) fn has_refused_result(sig: &syn::Signature) -> bool {
    let syn::ReturnType::Type(_, ty) = &sig.output else {
        return false;
    };
    let is_part = matches!(**ty, syn::Type::Reference(_));
    object_behind(ty).is_some()
        || !is_part
            && (contains_type(ty, &is_active_unique_reference)
                || stored::objects::has_other_objects(ty)
                || contains_type(ty, &ty::is_map_by_references))
}

/// The traits of what a type refers to, if that is an object.
pub(crate) fn object_behind(ty: &syn::Type) -> Option<&syn::TypeTraitObject> {
    let syn::Type::Reference(r) = ty else {
        return None;
    };
    match &*r.elem {
        syn::Type::TraitObject(object) => Some(object),
        syn::Type::Paren(inner) => match &*inner.elem {
            syn::Type::TraitObject(object) => Some(object),
            _ => None,
        },
        _ => None,
    }
}

/// Why a parameter of this type cannot be differentiated by.
pub(super) fn unusable(whole: &syn::Type) -> Option<&'static str> {
    let has = |what: &dyn Fn(&syn::Type) -> bool| contains_type(whole, what);
    if is_lent_iterator(whole) {
        Some(catalog::LENT_ITERATOR)
    } else if has(&|t| matches!(t, syn::Type::ImplTrait(_))) {
        Some(catalog::IMPL_TRAIT)
    } else if has(&|t| matches!(t, syn::Type::BareFn(_))) {
        Some(catalog::FN_ARGUMENT)
    } else if stored::objects::has_other_objects(whole) {
        Some(catalog::DYN_TRAIT)
    } else if has(&|t| matches!(t, syn::Type::Ptr(_))) {
        Some(catalog::POINTER)
    } else if has(&ty::is_interior) {
        Some(catalog::INTERIOR)
    } else if has(&ty::is_map_by_references) {
        Some(catalog::MAP_KEYS)
    } else if has_shadowless_references(whole) {
        Some(catalog::REF_PARAM_NESTED)
    } else {
        None
    }
}

/// `&mut impl Iterator<Item = f64>`, `&mut std::slice::Iter<'_, f64>`
fn is_lent_iterator(whole: &syn::Type) -> bool {
    let syn::Type::Reference(lent) = whole else {
        return false;
    };
    let iterates = match &*lent.elem {
        syn::Type::ImplTrait(t) => t
            .bounds
            .iter()
            .any(|b| is_trait(b, &["Iterator", "DoubleEndedIterator"])),
        syn::Type::Path(path) => path.path.segments.last().is_some_and(|last| {
            let of_std = [
                "Iter",
                "IntoIter",
                "Peekable",
                "Copied",
                "Cloned",
                "Chunks",
                "ChunksExact",
            ];
            let is_float = |t: &syn::Type| ty::read(t, &|_| false).is_float();
            of_std.iter().any(|name| last.ident == name) && contains_type(&lent.elem, &is_float)
        }),
        _ => false,
    };
    lent.mutability.is_some() && iterates
}

/// The parameters that are constants, or of types with a name of which no derivative can be had.
pub(crate) fn constant_or_refused(sig: &syn::Signature, constants: &[bool]) -> Vec<bool> {
    let is_nameless = |t: &syn::Type| matches!(t, syn::Type::ImplTrait(_));
    let refused = |input: &syn::FnArg| match input {
        syn::FnArg::Typed(typed) if contains_type(&typed.ty, &is_nameless) => false,
        syn::FnArg::Typed(typed) => unusable(&typed.ty).is_some(),
        syn::FnArg::Receiver(_) => false,
    };
    let inputs = sig.inputs.iter().zip(constants);
    inputs.map(|(input, c)| *c || refused(input)).collect()
}

/// Whether there are references in a parameter's type that are none in the type of its shadow: those in what is handed over
/// or changed, in what outlives the call, and unique ones. What a shared reference refers to may be made of references.
fn has_shadowless_references(whole: &syn::Type) -> bool {
    let active = |ty: &syn::Type| contains_type(ty, &is_active_reference);
    match whole {
        syn::Type::Reference(r) if r.mutability.is_some() || r.lifetime.is_some() => {
            active(&r.elem)
        }
        syn::Type::Reference(r) => {
            is_active_reference(&r.elem) || contains_type(&r.elem, &is_active_unique_reference)
        }
        syn::Type::Tuple(t) => t.elems.iter().any(has_shadowless_references),
        syn::Type::Array(a) => has_shadowless_references(&a.elem),
        syn::Type::Paren(p) => has_shadowless_references(&p.elem),
        ty if is_optional_reference(ty) => active(referred_to(ty)),
        other => active(other),
    }
}

/// What is behind an optional reference; other types as they are.
fn referred_to(ty: &syn::Type) -> &syn::Type {
    match ty {
        syn::Type::Path(path) if is_optional_reference(ty) => {
            let last = path.path.segments.last().map(|s| &s.arguments);
            match last {
                Some(syn::PathArguments::AngleBracketed(given)) => match given.args.first() {
                    Some(syn::GenericArgument::Type(syn::Type::Reference(r))) => &r.elem,
                    _ => ty,
                },
                _ => ty,
            }
        }
        other => other,
    }
}

fn is_active_reference(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Reference(r) if r.mutability.is_some() || refers_to_active(r))
}

/// A unique reference to what carries a derivative.
fn is_active_unique_reference(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Reference(r) if r.mutability.is_some() && refers_to_active(r))
}

fn refers_to_active(reference: &syn::TypeReference) -> bool {
    !ty::read(&reference.elem, &|_| false).is_inert()
}
