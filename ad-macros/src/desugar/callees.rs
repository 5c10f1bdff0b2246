//! Names of functions, for what items leave word of and calls ask for.
//!
//! Receives an item, or what is called; promises the same name for a function and for calls that may be of it: `slope`,
//! `Series::over`, and for methods, whose types no call shows, `.apply`.

use crate::iterators;
use proc_macro2::Ident;
use syn::ext::IdentExt;
use syn::{Expr, Generics, Signature};

/// Goes over the functions of an item, with their names and the generics around them.
pub(crate) fn of_item(item: &syn::Item, visit: &mut dyn FnMut(String, &Signature, &Generics)) {
    match item {
        syn::Item::Fn(function) => {
            let name = function.sig.ident.to_string();
            visit(name, &function.sig, &Generics::default());
        }
        syn::Item::Impl(block) => {
            let own = iterators::named(&block.self_ty);
            for member in &block.items {
                if let syn::ImplItem::Fn(function) = member
                    && let Some(name) = of_member(own, &function.sig)
                {
                    visit(name, &function.sig, &block.generics);
                }
            }
        }
        syn::Item::Trait(declared) => {
            for member in &declared.items {
                if let syn::TraitItem::Fn(function) = member
                    && let Some(name) = of_member(None, &function.sig)
                {
                    visit(name, &function.sig, &declared.generics);
                }
            }
        }
        _ => {}
    }
}

fn of_member(own: Option<&Ident>, signature: &Signature) -> Option<String> {
    let name = &signature.ident;
    match signature.receiver() {
        Some(_) => Some(of_method(name)),
        None => own.map(|own| associated(own, name)),
    }
}

/// The name of a method that is called.
pub(crate) fn of_method(name: &Ident) -> String {
    format!(".{}", name.unraw())
}

/// The name of a function that is called by its path.
pub(super) fn of_function(called: &Expr) -> Option<String> {
    let Expr::Path(path) = called else {
        return None;
    };
    let mut segments = path.path.segments.iter().rev().map(|s| &s.ident);
    let last = segments.next()?;
    Some(match segments.next() {
        Some(own) if own.to_string().starts_with(char::is_uppercase) => associated(own, last),
        _ => last.to_string(),
    })
}

fn associated(own: &Ident, name: &Ident) -> String {
    format!("{own}::{name}")
}
