//! Types that are collected from references.
//!
//! Receives implementations of `FromIterator`; promises to say of the types of the same file, behind these, whether they
//! are collected from references. Such a type has its rule for lists of what the references refer to
//! (`driver/members/totals.rs`), and may be an alias of a list of the references otherwise, `type Row<'a> = Vec<&'a f64>`.
//! Where there is no word of it, rustc says that the type is not collected from the values. Nothing else depends on what
//! is kept here.

use crate::borrowers::file;
use crate::desugar::methods::name_of_trait;
use crate::segments;
use proc_macro2::Span;
use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use syn::Type;

/// The files and names of the types, and whether they are collected from references or from values.
static COLLECTED: Mutex<BTreeSet<(String, String, bool)>> = Mutex::new(BTreeSet::new());

fn collected() -> MutexGuard<'static, BTreeSet<(String, String, bool)>> {
    COLLECTED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Leaves word of an implementation.
pub(crate) fn note(item: &syn::Item) {
    if let syn::Item::Impl(item) = item
        && let Some((_, of_trait, _)) = &item.trait_
        && name_of_trait(of_trait) == "FromIterator"
        && let Some(last) = of_trait.segments.last()
    {
        let by_ref = matches!(segments::type_argument(last), Some(Type::Reference(_)));
        collected().extend(key(&item.self_ty, by_ref));
    }
}

/// Whether a type is collected from references; of one that is collected from values, too, whether the items `refer` decides.
pub(crate) fn from_references(ty: &Type, refer: bool) -> bool {
    let is_noted = |by_ref| key(ty, by_ref).is_some_and(|key| collected().contains(&key));
    is_noted(true) && (refer || !is_noted(false))
}

fn key(ty: &Type, by_ref: bool) -> Option<(String, String, bool)> {
    let Type::Path(path) = ty else {
        return None;
    };
    let name = path.path.segments.last()?.ident.to_string();
    Some((file(Span::call_site()), name, by_ref))
}
