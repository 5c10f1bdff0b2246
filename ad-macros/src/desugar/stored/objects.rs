//! Objects of traits: values that are put where a type says `Box<dyn Trait>`, `Rc<dyn Trait>` or `Arc<dyn Trait>`.
//!
//! Receives expressions of such types; promises that a value becomes an object by a function with a rule, as the
//! shadow of an object is as dynamic as the object.
//!
//! ```text
//! let fs: Vec<Box<dyn Force>> = vec![Box::new(Hooke { k })];      vec![Object::<Box<dyn Force>>::of(Hooke { k })]
//! ```

use super::super::anonymous;
use super::super::closures::is_box_new;
use super::{referred, types};
use crate::desugar::build;
use crate::segments;
use proc_macro2::TokenStream;
use syn::visit::{self, Visit};
use syn::{Expr, Type};

/// The trait of `Box<dyn Trait>`, where that may be one of the user's.
pub(super) fn boxed(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Path(path) => boxed_by(path),
        _ => None,
    }
}

/// The same for a path.
pub(crate) fn boxed_by(path: &syn::TypePath) -> Option<&Type> {
    types::pointee(path).filter(|object| is_object(object))
}

/// `dyn Trait`, for a trait that is not one of the standard library's.
pub(crate) fn is_object(ty: &Type) -> bool {
    match ty {
        Type::Paren(p) => is_object(&p.elem),
        Type::Group(g) => is_object(&g.elem),
        Type::TraitObject(object) => !object.bounds.iter().any(anonymous::is_standard),
        _ => false,
    }
}

/// The value of `Box::new(value)` as an object behind a pointer.
pub(super) fn make(expr: &mut Expr, pointer: &Type, core: &TokenStream) {
    if let Expr::Call(call) = build::peeled(expr)
        && is_box_new(&call.func)
        && let Some(value) = call.args.first()
    {
        *expr = syn::parse_quote!(#core::Object::<#pointer>::of(#value));
    } else if matches!(pointer, Type::Path(path) if referred::is_referred(path))
        && let Some(value) = referred::value(expr)
    {
        *expr = syn::parse_quote!(#core::Object::<#pointer>::of(#value));
    }
}

/// Whether there is an object in a type that carries no derivative: of a trait of the standard library, or behind
/// no pointer that owns.
pub(crate) fn has_other_objects(ty: &Type) -> bool {
    struct Search(bool);
    impl<'ast> Visit<'ast> for Search {
        fn visit_type(&mut self, ty: &'ast Type) {
            match ty {
                Type::Path(path) if boxed_by(path).is_some() => {}
                Type::Path(path) if is_result(path) => {
                    // An error need not carry a derivative.
                    let ok = path.path.segments.last().and_then(segments::type_argument);
                    ok.into_iter().for_each(|ok| self.visit_type(ok));
                }
                Type::TraitObject(_) => self.0 = true,
                other => visit::visit_type(self, other),
            }
        }
    }
    let mut search = Search(false);
    search.visit_type(ty);
    search.0
}

fn is_result(path: &syn::TypePath) -> bool {
    path.path
        .segments
        .last()
        .is_some_and(|s| s.ident.to_string().ends_with("Result"))
}
