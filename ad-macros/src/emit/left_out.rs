//! Types that are written without their lifetimes.
//!
//! Receives a type of a signature; promises a type for where rustc lets no lifetime be left out, in results and bounds. A
//! macro does not see which structs have some: the signature tells where it has one with lifetimes elsewhere, or `derive`
//! has (`borrowers.rs`), or else what the type is called.
//!
//! ```text
//! fn total(view: &View) -> f64            // of a `struct View<'a>`
//!
//! pub fn gradient(view: &View) -> <Written<fn(&'static ()) -> View> as Differentiable>::Tangent
//! ```

use super::signature::Signature;
use super::written::everlasting;
use crate::borrowers;
use proc_macro2::{Ident, TokenStream};
use syn::parse_quote_spanned;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// What types are called that refer to others, and those that are made for one call out of what others own.
const BORROWERS: [&str; 11] = [
    "View", "Ref", "Slice", "Window", "Borrow", "Problem", "Context", "Ctx", "Batch", "Dataset",
    "Samples",
];

impl Signature<'_> {
    /// A type as if it borrowed for ever, where lifetimes may be left out of its names.
    pub(super) fn lasting(&self, ty: &syn::Type, core: &TokenStream) -> syn::Type {
        self.with_left_out(everlasting(ty), &syn::parse_quote!('static), core)
    }

    /// A type with `lifetime` for those that are left out of its names: as a function gives it that was lent something for
    /// that long.
    pub(super) fn with_left_out(
        &self,
        ty: syn::Type,
        lifetime: &syn::Lifetime,
        core: &TokenStream,
    ) -> syn::Type {
        match self.may_leave_out(&ty) {
            true => parse_quote_spanned!(ty.span()=> #core::Written<fn(&#lifetime ()) -> #ty>),
            false => ty,
        }
    }

    /// Whether there may be lifetimes of a type that is written without.
    pub(super) fn may_leave_out(&self, ty: &syn::Type) -> bool {
        let parameters = self.captures();
        let mut bare = Names::default();
        bare.visit_type(ty);
        let borrows = |name: &Ident| {
            let text = name.to_string();
            BORROWERS.iter().any(|word| text.contains(word))
                || borrowers::is_noted(name)
                || self.names_with_lifetimes().contains(name)
        };
        let owner = self.member().and_then(|m| m.owner);
        bare.bare
            .iter()
            .filter(|name| !parameters.contains(name))
            .any(|name| borrows(name) && !owner.is_some_and(|owner| is_named(owner, name)))
    }

    /// Whether such a type is given whole.
    pub(crate) fn is_given_what_may_borrow(&self) -> bool {
        let whole = |input: &syn::FnArg| match input {
            syn::FnArg::Typed(typed) => {
                !matches!(*typed.ty, syn::Type::Reference(_)) && self.may_leave_out(&typed.ty)
            }
            syn::FnArg::Receiver(_) => false,
        };
        self.item.sig.inputs.iter().any(whole)
    }

    fn names_with_lifetimes(&self) -> Vec<Ident> {
        let mut names = Names::default();
        names.visit_signature(&self.item.sig);
        names.with_lifetimes
    }
}

/// Whether a block is of a type of that name, which has no lifetimes then: no `impl` may leave them out.
fn is_named(owner: &syn::Type, name: &Ident) -> bool {
    match owner {
        syn::Type::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|last| last.ident == *name && !names_lifetimes(last)),
        _ => false,
    }
}

/// The names of types, with and without lifetimes.
#[derive(Default)]
struct Names {
    bare: Vec<Ident>,
    with_lifetimes: Vec<Ident>,
}

impl Visit<'_> for Names {
    fn visit_type_path(&mut self, path: &syn::TypePath) {
        if let Some(last) = path.path.segments.last() {
            let found = match names_lifetimes(last) {
                true => &mut self.with_lifetimes,
                false => &mut self.bare,
            };
            found.push(last.ident.clone());
        }
        visit::visit_type_path(self, path);
    }
}

fn names_lifetimes(segment: &syn::PathSegment) -> bool {
    let syn::PathArguments::AngleBracketed(given) = &segment.arguments else {
        return false;
    };
    let is_lifetime = |a: &syn::GenericArgument| matches!(a, syn::GenericArgument::Lifetime(_));
    given.args.iter().any(is_lifetime)
}
