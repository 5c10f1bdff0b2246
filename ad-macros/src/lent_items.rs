//! Functions that return iterators of references.
//!
//! The rule of such a function gives its callers the items, a list of values, and one that takes an iterator of
//! references takes a slice: in `total(positives(x))`, only the signature of `positives` tells that the list has to be
//! lent. It stands in the same file nearly always: an attribute leaves word here, for the functions behind it.
//! Where there is none, rustc says that types differ. Nothing else depends on what is kept here.

use crate::borrowers::file;
use crate::desugar::yielded;
use proc_macro2::Span;
use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use syn::{Expr, Type};

/// The files and names of the functions whose last signature returns an iterator of references.
static LENDING: Mutex<BTreeSet<(String, String)>> = Mutex::new(BTreeSet::new());

fn lending() -> MutexGuard<'static, BTreeSet<(String, String)>> {
    LENDING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Leaves word of an item's functions.
pub(crate) fn note(item: &syn::Item) {
    match item {
        syn::Item::Fn(function) => note_one(&function.sig),
        syn::Item::Impl(item) => item.items.iter().for_each(|item| {
            if let syn::ImplItem::Fn(method) = item {
                note_one(&method.sig);
            }
        }),
        syn::Item::Trait(item) => item.items.iter().for_each(|item| {
            if let syn::TraitItem::Fn(method) = item {
                note_one(&method.sig);
            }
        }),
        _ => {}
    }
}

fn note_one(signature: &syn::Signature) {
    let key = (file(Span::call_site()), signature.ident.to_string());
    match yielded::item(&signature.output) {
        Some((Type::Reference(item), _)) if !matches!(*item.elem, Type::Slice(_)) => {
            _ = lending().insert(key);
        }
        _ => _ = lending().remove(&key),
    }
}

/// Adaptors whose items a list can be made of.
const ADAPTORS: &[&str] = &[
    "chain",
    "cloned",
    "copied",
    "enumerate",
    "filter",
    "filter_map",
    "map",
    "skip",
    "skip_while",
    "step_by",
    "take",
    "take_while",
    "zip",
];

/// The call of a function that returns an iterator of references, below adaptors.
pub(crate) fn made(items: &mut Expr) -> Option<&mut Expr> {
    if is_of_references(items) {
        return Some(items);
    }
    match items {
        Expr::MethodCall(call) if ADAPTORS.iter().any(|name| call.method == name) => {
            made(&mut call.receiver)
        }
        _ => None,
    }
}

fn is_of_references(items: &Expr) -> bool {
    let name = match items {
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) => path.path.segments.last().map(|s| &s.ident),
            _ => None,
        },
        Expr::MethodCall(call) => Some(&call.method),
        _ => None,
    };
    name.is_some_and(|name| lending().contains(&(file(Span::call_site()), name.to_string())))
}
