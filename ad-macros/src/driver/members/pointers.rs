//! Implementations of traits for pointers to whatever implements them.
//!
//! Receives the implementation of a trait; promises one for pointers to types that have a size, and a refusal where
//! another was meant: rules are those of types whose shadows have one.
//!
//! ```text
//! impl<T: Shape + ?Sized> Shape for Box<T> { … }        impl<T: Shape> Shape for Box<T> { … }
//! ```

use crate::diagnostics::{Sink, catalog};
use proc_macro2::{Ident, TokenStream};
use syn::punctuated::Punctuated;
use syn::{Token, TraitBoundModifier, Type, TypeParamBound, WherePredicate};

/// Has the type behind a pointer have a size; what to say if it need not have one.
pub(super) fn bound_by_a_size(item: &mut syn::ItemImpl) -> Option<TokenStream> {
    item.trait_.as_ref()?;
    let behind = pointee(&item.self_ty)?;
    let generics = &mut item.generics;
    let of_parameters = generics.type_params_mut().filter(|t| t.ident == behind);
    let mut found: Vec<TypeParamBound> = of_parameters
        .flat_map(|t| without_relaxed(&mut t.bounds))
        .collect();
    for predicate in generics
        .where_clause
        .iter_mut()
        .flat_map(|w| &mut w.predicates)
    {
        if let WherePredicate::Type(about) = predicate
            && matches!(&about.bounded_ty, Type::Path(p) if p.path.is_ident(&behind))
        {
            found.extend(without_relaxed(&mut about.bounds));
        }
    }
    let sink = Sink::new();
    sink.refuse_at(found.first()?, catalog::RULES_OF_UNSIZED);
    Some(sink.into_errors())
}

/// `T` of `Box<T>`, `Rc<T>` and `Arc<T>`.
fn pointee(ty: &Type) -> Option<Ident> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    let points = ["Box", "Rc", "Arc"].iter().any(|name| last.ident == name);
    let syn::PathArguments::AngleBracketed(given) = &last.arguments else {
        return None;
    };
    match given.args.first()? {
        syn::GenericArgument::Type(Type::Path(p)) if points => p.path.get_ident().cloned(),
        _ => None,
    }
}

/// Takes `?Sized` away.
fn without_relaxed(bounds: &mut Punctuated<TypeParamBound, Token![+]>) -> Vec<TypeParamBound> {
    let relaxes = |bound: &TypeParamBound| match bound {
        TypeParamBound::Trait(t) => matches!(t.modifier, TraitBoundModifier::Maybe(_)),
        _ => false,
    };
    let all = std::mem::take(bounds).into_iter();
    let (relaxed, others) = all.partition::<Vec<_>, _>(relaxes);
    bounds.extend(others);
    relaxed
}
