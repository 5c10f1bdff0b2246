//! Parameters of anonymous types.
//!
//! Receives a signature; promises one in which every `impl Trait` among the parameters is a type
//! parameter with a name, as derivatives have to mention it. The user's own function is not touched.
//!
//! ```text
//! fn duration(p: &impl Price, t: f64) -> f64      fn duration<Anonymous0: Price>(p: &Anonymous0, t: f64) -> f64
//! ```

use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};

const PREFIX: &str = "__Anonymous";

/// Gives anonymous types names.
pub(super) fn named(signature: &mut syn::Signature) {
    let mut found = Found(Vec::new());
    for input in &mut signature.inputs {
        if let syn::FnArg::Typed(typed) = input {
            found.visit_type_mut(&mut typed.ty);
        }
    }
    signature.generics.params.extend(found.0);
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
    let last = bound.path.segments.last();
    last.is_some_and(|s| s.ident == "IntoIterator" || s.ident.to_string().ends_with("Iterator"))
}
