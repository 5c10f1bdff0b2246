//! Names of functions, and what items leave word of by them, which calls ask for.
//!
//! Receives an item, or what is called; promises the same name for a function and for calls that may be of it: `slope`,
//! `Series::over`, and for methods, whose types no call shows, `.apply`. Word of functions of one name in a file that say
//! different things is no word.

use crate::borrowers::file;
use crate::iterators::{self, qualified};
use proc_macro2::{Ident, Span};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use syn::ext::IdentExt;
use syn::{Expr, Generics, Signature};

/// What the functions of a name in a file say, if all of them say the same.
pub(super) struct Said<T>(Mutex<BTreeMap<(String, String), Option<T>>>);

impl<T: Clone + PartialEq> Said<T> {
    pub(super) const fn nothing() -> Self {
        Said(Mutex::new(BTreeMap::new()))
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<(String, String), Option<T>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all().is_empty()
    }

    /// Leaves word of what a function says, if anything.
    pub(super) fn note(&self, function: String, said: Option<T>) {
        let mut all = self.all();
        let known = all.entry((file(Span::call_site()), function));
        let known = known.or_insert_with(|| said.clone());
        if *known != said {
            *known = None;
        }
    }

    pub(super) fn of(&self, function: String) -> Option<T> {
        let key = (file(Span::call_site()), function);
        self.all().get(&key).cloned().flatten()
    }
}

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
        None => own.map(|own| qualified(Some(own), name)),
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
        Some(own) if own.to_string().starts_with(char::is_uppercase) => qualified(Some(own), last),
        _ => last.to_string(),
    })
}
