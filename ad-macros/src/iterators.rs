//! Types that are iterators, and functions that return them.
//!
//! What `map` and `sum` mean in `grid.map(f).sum()`, and what a loop over `grid` asks for, hangs on its type, and a macro
//! sees none. `#[differentiable] impl Iterator for Grid` says it, and stands before the functions that use the type nearly
//! always: it leaves word here, and so does every signature that returns a value of a named type.
//!
//! ```text
//! #[differentiable] impl Iterator for Grid { .. }
//! fn over(a: f64) -> Grid                                 `over(a).map(f).sum()` begins with an iterator
//! ```
//!
//! Where word was left in another file, every derive of that name has to be of a type that word was left of. Where there is
//! none, an iterator is known by its uses alone (`desugar/pipeline/steppers.rs`), and rustc says what methods there are not.

use crate::borrowers::file;
use crate::tables::HashSet;
use proc_macro2::{Ident, Span};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use syn::{Expr, ReturnType, Signature, Type};

#[derive(Default)]
struct Words {
    /// The files in which types of a name are iterators.
    iterators: BTreeMap<String, HashSet<String>>,
    /// The files in which types of a name derive.
    derived: BTreeMap<String, HashSet<String>>,
    /// The types of the fields of a name in a file.
    fields: BTreeMap<(String, String), HashSet<String>>,
    /// The type that a function, `Grid::over` or `over`, returns, by its name in a file.
    returned: BTreeMap<(String, String), String>,
}

static WORDS: Mutex<Option<Words>> = Mutex::new(None);

fn words<T>(look: impl FnOnce(&mut Words) -> T) -> T {
    let mut words: MutexGuard<'_, Option<Words>> =
        WORDS.lock().unwrap_or_else(PoisonError::into_inner);
    look(words.get_or_insert_default())
}

/// Leaves word of a type that derives, and of its fields.
pub(crate) fn note_derived(item: &syn::DeriveInput) {
    let here = file(item.ident.span());
    words(|words| {
        let files = words.derived.entry(item.ident.to_string()).or_default();
        files.insert(here.clone());
        if let syn::Data::Struct(data) = &item.data {
            for field in &data.fields {
                if let Some(name) = &field.ident {
                    let key = (here.clone(), name.to_string());
                    let ty = named(&field.ty)
                        .map(ToString::to_string)
                        .unwrap_or_default();
                    words.fields.entry(key).or_default().insert(ty);
                }
            }
        }
    });
}

/// Leaves word of an item: of the type that it makes an iterator, or of what its functions return.
pub(crate) fn note(item: &syn::Item) {
    match item {
        syn::Item::Fn(function) => note_returned(None, &function.sig),
        syn::Item::Impl(item) => {
            let Some(own) = named(&item.self_ty) else {
                return;
            };
            if is_of_iterator(item) {
                let here = file(Span::call_site());
                words(|words| {
                    words
                        .iterators
                        .entry(own.to_string())
                        .or_default()
                        .insert(here)
                });
            }
            for member in &item.items {
                if let syn::ImplItem::Fn(method) = member {
                    note_returned(Some(own), &method.sig);
                }
            }
        }
        _ => {}
    }
}

fn is_of_iterator(item: &syn::ItemImpl) -> bool {
    let of = item
        .trait_
        .as_ref()
        .and_then(|(_, of, _)| of.segments.last());
    of.is_some_and(|of| of.ident == "Iterator")
}

/// The name of a type that is written by its name.
fn named(ty: &Type) -> Option<&Ident> {
    match ty {
        Type::Path(path) if path.qself.is_none() => path.path.segments.last().map(|s| &s.ident),
        _ => None,
    }
}

fn note_returned(own: Option<&Ident>, signature: &Signature) {
    let key = (file(Span::call_site()), qualified(own, &signature.ident));
    let returned = match &signature.output {
        ReturnType::Type(_, ty) => named(ty),
        ReturnType::Default => None,
    };
    let returned = match own {
        Some(own) if returned.is_some_and(|ty| ty == "Self") => Some(own),
        _ => returned,
    };
    words(|words| match returned {
        Some(ty) => _ = words.returned.insert(key, ty.to_string()),
        None => _ = words.returned.remove(&key),
    });
}

fn qualified(own: Option<&Ident>, function: &Ident) -> String {
    own.map_or_else(|| function.to_string(), |own| format!("{own}::{function}"))
}

/// Whether the type of this name is an iterator, as far as word was left.
fn is_name_of_one(name: &str) -> bool {
    let here = file(Span::call_site());
    words(|words| {
        words.iterators.get(name).is_some_and(|files| {
            let derived = words.derived.get(name);
            files.contains(&here) || derived.is_none_or(|d| d.iter().all(|f| files.contains(f)))
        })
    })
}

/// Whether values of a type are iterators.
pub(crate) fn is_type_of_one(ty: &Type) -> bool {
    named(ty).is_some_and(|name| is_name_of_one(&name.to_string()))
}

/// Whether the fields of a name are iterators, whichever struct of this file they are of.
pub(crate) fn is_field_of_one(field: &syn::ExprField) -> bool {
    let syn::Member::Named(name) = &field.member else {
        return false;
    };
    let key = (file(Span::call_site()), name.to_string());
    let types = words(|words| words.fields.get(&key).cloned());
    types.is_some_and(|types| types.iter().all(|ty| is_name_of_one(ty)))
}

/// Whether an expression makes an iterator: `Grid { .. }`, `Grid::new(..)`, `over(a)`.
pub(crate) fn makes_one(expr: &Expr) -> bool {
    match expr {
        Expr::Struct(made) => {
            let name = made.path.segments.last();
            name.is_some_and(|name| is_name_of_one(&name.ident.to_string()))
        }
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) if path.qself.is_none() => is_returned_by(&path.path),
            _ => false,
        },
        _ => false,
    }
}

/// What a function of the type itself gives that no word was left of is taken for a value of the type if the function
/// is called `new`.
fn is_returned_by(function: &syn::Path) -> bool {
    let mut names = function.segments.iter().rev().map(|s| &s.ident);
    let Some(last) = names.next() else {
        return false;
    };
    let own = names
        .next()
        .filter(|own| own.to_string().starts_with(char::is_uppercase));
    let key = (file(Span::call_site()), qualified(own, last));
    match words(|words| words.returned.get(&key).cloned()) {
        Some(ty) => is_name_of_one(&ty),
        None => last == "new" && own.is_some_and(|own| is_name_of_one(&own.to_string())),
    }
}
