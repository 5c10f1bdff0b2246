//! Parameters of which only a view is known.
//!
//! Receives a signature; refuses what is generic in how it holds the floats that it is asked for. A view by
//! `as_ref` is no part that a shadow has, whatever the type.
//!
//! ```text
//! fn norm(x: impl AsRef<[f64]>) -> f64 { … }      refused: `x: &[f64]`
//! ```

use super::function::{bounds_of, is_trait, names};
use crate::diagnostics::{Sink, catalog};
use crate::ir::ty;
use quote::ToTokens;
use syn::{GenericArgument, PathArguments, Type, TypeParamBound};

pub(crate) fn refuse(signature: &syn::Signature, constants: &[bool], sink: &Sink) {
    for param in signature.generics.type_params() {
        let inputs = signature.inputs.iter().enumerate();
        let mut active = inputs.filter(|(i, _)| constants.get(*i) != Some(&true));
        if active.any(|(_, input)| names(input.to_token_stream(), &param.ident))
            && let Some(bound) = bounds_of(&signature.generics, param).find(|b| is_view(b))
        {
            sink.refuse_at(bound, catalog::VIEW_PARAM);
        }
    }
}

/// `AsRef<[f64]>`
fn is_view(bound: &TypeParamBound) -> bool {
    let TypeParamBound::Trait(written) = bound else {
        return false;
    };
    let last = written.path.segments.last().map(|s| &s.arguments);
    let Some(PathArguments::AngleBracketed(given)) = last else {
        return false;
    };
    let of_floats = |given: &GenericArgument| match given {
        GenericArgument::Type(Type::Slice(slice)) => !ty::read(&slice.elem, &|_| false).is_inert(),
        _ => false,
    };
    is_trait(bound, &["AsRef", "AsMut", "Borrow", "BorrowMut"]) && given.args.iter().any(of_floats)
}
