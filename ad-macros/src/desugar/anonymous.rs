//! Parameters of anonymous types.
//!
//! Receives a signature; promises one in which every `impl Trait` among the parameters is a type
//! parameter with a name, as derivatives have to mention it. The user's own function is not touched.
//!
//! So is every `&dyn Trait`: which type it is, the caller of a derivative says.
//!
//! A type parameter bound by a trait that rules are found by has a size, as they ask for one: what is in the place of an object
//! that is lent has one, too.
//!
//! ```text
//! fn duration(p: &impl Price, t: f64) -> f64      fn duration<Anonymous0: Price>(p: &Anonymous0, t: f64) -> f64
//! fn duration(p: &dyn Price, t: f64) -> f64       the same
//! fn total<P: Price + ?Sized>(p: &P) -> f64       fn total<P: Price>(p: &P) -> f64
//! ```

use proc_macro2::{Ident, Span};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Token, TypeParamBound};

const PREFIX: &str = "__Anonymous";

/// Gives anonymous types names.
pub(super) fn named(signature: &mut syn::Signature, constants: &[bool]) {
    let mut found = Found(Vec::new());
    for (i, input) in signature.inputs.iter_mut().enumerate() {
        if let syn::FnArg::Typed(typed) = input {
            if constants.get(i) != Some(&true) {
                objects(&mut typed.ty);
            }
            found.visit_type_mut(&mut typed.ty);
        }
    }
    signature.generics.params.extend(found.0);
    Sizes.visit_generics_mut(&mut signature.generics);
}

/// Takes `?Sized` from what is bound by a trait that may be one of the user's.
struct Sizes;

impl VisitMut for Sizes {
    fn visit_type_param_mut(&mut self, param: &mut syn::TypeParam) {
        with_size(&mut param.bounds);
    }

    fn visit_predicate_type_mut(&mut self, predicate: &mut syn::PredicateType) {
        with_size(&mut predicate.bounds);
    }
}

fn with_size(bounds: &mut Punctuated<TypeParamBound, Token![+]>) {
    if bounds.iter().any(is_of_users) {
        let kept = std::mem::take(bounds).into_iter().filter(|b| !is_maybe(b));
        *bounds = kept.collect();
    }
}

fn is_maybe(bound: &TypeParamBound) -> bool {
    matches!(bound, TypeParamBound::Trait(t) if matches!(t.modifier, syn::TraitBoundModifier::Maybe(_)))
}

/// Whether a bound may be by a trait of the user's: not by one that unsized values of the standard library have.
fn is_of_users(bound: &TypeParamBound) -> bool {
    let others = [
        "AsRef",
        "Borrow",
        "Hash",
        "Eq",
        "PartialEq",
        "Ord",
        "PartialOrd",
        "ToOwned",
        "Send",
        "Sync",
    ];
    let TypeParamBound::Trait(t) = bound else {
        return false;
    };
    let last = t.path.segments.last();
    let other = last.is_some_and(|s| others.iter().any(|name| s.ident == name));
    !is_maybe(bound) && !other && !is_standard(bound)
}

/// `&impl Trait` for `&dyn Trait`, where `Trait` may be one of the user's.
fn objects(ty: &mut syn::Type) {
    if let syn::Type::Reference(reference) = ty
        && let syn::Type::TraitObject(object) = peeled(&reference.elem)
        && !object.bounds.iter().any(is_standard)
    {
        let bounds = object
            .bounds
            .iter()
            .filter(|b| matches!(b, syn::TypeParamBound::Trait(_)));
        *reference.elem = syn::parse_quote!(impl #(#bounds)+*);
    }
}

fn peeled(ty: &syn::Type) -> &syn::Type {
    match ty {
        syn::Type::Paren(p) => peeled(&p.elem),
        syn::Type::Group(g) => peeled(&g.elem),
        other => other,
    }
}

/// Traits whose objects carry no derivative, and functions.
pub(super) fn is_standard(bound: &syn::TypeParamBound) -> bool {
    let syn::TypeParamBound::Trait(bound) = bound else {
        return false;
    };
    let names = [
        "Any", "Debug", "Display", "Error", "Fn", "FnMut", "FnOnce", "Read", "ToString", "Write",
    ];
    let last = bound.path.segments.last();
    last.is_some_and(|s| names.iter().any(|name| s.ident == name)) || is_iteration_path(bound)
}

/// Whether there is a type parameter that the user's function does not declare.
pub(crate) fn has_anonymous(generics: &syn::Generics) -> bool {
    let mut params = generics.type_params();
    params.any(|t| t.ident.to_string().starts_with(PREFIX))
}

struct Found(Vec<syn::GenericParam>);

impl VisitMut for Found {
    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
        visit_mut::visit_type_mut(self, ty);
        if let syn::Type::ImplTrait(anonymous) = ty
            && !anonymous.bounds.iter().any(is_iteration)
        {
            let span = anonymous.span().resolved_at(Span::mixed_site());
            let name = Ident::new(&format!("{PREFIX}{}", self.0.len()), span);
            let bounds = &anonymous.bounds;
            self.0.push(syn::parse_quote!(#name: #bounds));
            *ty = syn::parse_quote!(#name);
        }
        if let syn::Type::Paren(p) = ty {
            *ty = (*p.elem).clone();
        }
    }
}

/// Iterators are left as they are, to be refused: what they yield has no place in a shadow.
fn is_iteration(bound: &syn::TypeParamBound) -> bool {
    let syn::TypeParamBound::Trait(bound) = bound else {
        return false;
    };
    is_iteration_path(bound)
}

fn is_iteration_path(bound: &syn::TraitBound) -> bool {
    let last = bound.path.segments.last();
    last.is_some_and(|s| s.ident == "IntoIterator" || s.ident.to_string().ends_with("Iterator"))
}
