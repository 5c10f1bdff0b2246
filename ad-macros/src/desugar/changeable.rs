//! Which variables of a function can be changed.

use crate::tables::HashSet;
use syn::Pat;
use syn::visit::{self, Visit};

/// Their names, as far as bindings show them.
#[derive(Default)]
pub(super) struct Changeable {
    /// Those bound by `mut`.
    pub(super) by_mut: HashSet<String>,
    /// Those whose types are written out as unique references.
    pub(super) unique: HashSet<String>,
}

impl Changeable {
    pub(super) fn of(function: &syn::ItemFn) -> Self {
        let mut changeable = Changeable::default();
        changeable.visit_item_fn(function);
        changeable
    }
}

impl<'ast> Visit<'ast> for Changeable {
    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        if pat.mutability.is_some() {
            self.by_mut.insert(pat.ident.to_string());
        }
        visit::visit_pat_ident(self, pat);
    }

    fn visit_pat_type(&mut self, pat: &'ast syn::PatType) {
        let is_unique = matches!(&*pat.ty, syn::Type::Reference(r) if r.mutability.is_some());
        if let (true, Pat::Ident(name)) = (is_unique, &*pat.pat) {
            self.unique.insert(name.ident.to_string());
        }
        visit::visit_pat_type(self, pat);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}
