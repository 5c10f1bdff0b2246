//! References to objects that are kept: in lists, and in variables that may refer to several.
//!
//! Receives the types of variables as they are written, and what these are given; promises shares in the
//! references' place, of copies of what these refer to. Nothing can change what is referred to meanwhile, and what comes to a copy
//! goes on to what it was made of. A function that takes a reference is lent what is shared.
//!
//! ```text
//! let forces: [&dyn Force; 2] = [&spring, &drag];
//! for force in forces { v += power(force, v); }
//!
//! let forces: [Referred<dyn Force>; 2] = [Object::<…>::of(spring.clone()), Object::<…>::of(drag.clone())];
//! for force in forces { v += power(force.as_ref(), v); }
//! ```

use super::objects::is_object;
use super::{Storing, is_wrapping, tails};
use crate::desugar::{build, functions};
use crate::lower::contains_type;
use proc_macro2::TokenStream;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Pat, Type};

/// The run time's other name for an `Rc`.
const REFERRED: &str = "Referred";

/// The type of a variable that keeps references to objects, with shares in their place.
pub(super) fn retyped(typed: &syn::PatType, init: &Expr, core: &TokenStream) -> Option<Type> {
    let ty = &*typed.ty;
    if !contains_type(ty, &is_reference) || has_nothing_kept(typed, init) {
        return None;
    }
    let mut ty = ty.clone();
    Retype(core).visit_type_mut(&mut ty);
    Some(ty)
}

/// A reference of its own type does for a variable that is always the same, and what is got from elsewhere is one.
fn has_nothing_kept(typed: &syn::PatType, init: &Expr) -> bool {
    let (mut values, mut others) = (0, 0);
    // `&&dyn Trait` is where an item of a list is.
    let is_place = matches!(&*typed.ty, Type::Reference(r) if is_reference(&r.elem));
    let is_list = !is_place && !is_reference(&typed.ty);
    tails(&mut init.clone(), &mut |tail| match tail {
        Expr::Reference(_) | Expr::Array(_) | Expr::Macro(_) | Expr::Cast(_) => values += 1,
        Expr::Call(call) if is_list && (call.args.is_empty() || is_wrapping(&call.func)) => {
            values += 1;
        }
        Expr::Path(_) if is_list => values += 1,
        _ => others += 1,
    });
    let assigned = matches!(&*typed.pat, Pat::Ident(name) if name.mutability.is_some());
    others > 0 || !is_list && values < 2 && !assigned
}

/// `&dyn Trait`, of a trait that may be one of the user's.
pub(super) fn is_reference(ty: &Type) -> bool {
    matches!(ty, Type::Reference(r) if r.mutability.is_none() && is_object(&r.elem))
}

/// The type of what is in the place of such a reference.
pub(super) fn shared(ty: &Type, core: &TokenStream) -> Option<Type> {
    match ty {
        Type::Reference(r) if is_reference(ty) => {
            let (object, name) = (&r.elem, quote::format_ident!("{REFERRED}"));
            Some(syn::parse_quote!(#core::#name<#object>))
        }
        _ => None,
    }
}

struct Retype<'a>(&'a TokenStream);

impl VisitMut for Retype<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        match shared(ty, self.0) {
            Some(shared) => *ty = shared,
            None => visit_mut::visit_type_mut(self, ty),
        }
    }
}

/// Whether a type is that of such a share.
pub(super) fn is_referred(path: &syn::TypePath) -> bool {
    let mut from_last = path.path.segments.iter().rev();
    let last = from_last.next().is_some_and(|s| s.ident == REFERRED);
    last && from_last.next().is_some_and(|s| s.ident == "__private")
}

fn is_referred_type(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if is_referred(path))
}

/// What is shared: a copy of what is referred to, or a value that is made on the spot.
pub(super) fn value(expr: &Expr) -> Option<Expr> {
    match build::peeled(expr) {
        Expr::Cast(cast) => value(&cast.expr),
        Expr::Reference(r) if r.mutability.is_none() => Some(match build::peeled(&r.expr) {
            Expr::Struct(_) | Expr::Call(_) => (*r.expr).clone(),
            Expr::Path(path) if starts_upper(path) => (*r.expr).clone(),
            place => functions::copied(place),
        }),
        place @ (Expr::Path(_) | Expr::Field(_) | Expr::Index(_) | Expr::Unary(_)) => {
            Some(functions::copied(place))
        }
        _ => None,
    }
}

fn starts_upper(path: &syn::ExprPath) -> bool {
    let last = path.path.segments.last();
    last.is_some_and(|s| crate::ir::starts_upper(&s.ident))
}

impl Storing<'_> {
    /// A reference of this kind that goes to another place: the share is copied.
    pub(super) fn refers_already(&self, expr: &Expr) -> bool {
        self.type_of(expr).is_some_and(is_referred_type)
    }

    /// What is shared, as an argument of a function; a closure, which is inlined, is given the share.
    pub(super) fn lend_referred(&self, arg: &mut Expr, to_closure: bool) {
        let place = super::known::pointee(arg);
        let is_place = matches!(place, Expr::Path(_) | Expr::Field(_) | Expr::Index(_));
        if is_place && self.refers_already(place) {
            *arg = match to_closure {
                true => syn::parse_quote!(&#place),
                false => syn::parse_quote!(#place.as_ref()),
            };
        }
    }

    /// A closure is given what refers to objects by other types than it says.
    pub(super) fn forget_references(&self, closure: &mut syn::ExprClosure) {
        let referred = |ty: &Type| contains_type(ty, &is_referred_type);
        if self.types.values().any(referred) {
            for input in &mut closure.inputs {
                if let Pat::Type(typed) = input
                    && contains_type(&typed.ty, &is_reference)
                {
                    *input = (*typed.pat).clone();
                }
            }
        }
    }
}
