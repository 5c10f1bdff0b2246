//! Variables that are changed without being declared so.
//!
//! Receives a function whose names are unique; promises that what it assigns again as a whole, or lends to be changed, is
//! declared `mut`. Of the user's own function rustc says that the word is missing: what stands here would make it say so
//! once more.
//!
//! ```text
//! let y = x; y += 1.0;                      let mut y = x; y += 1.0;
//! let v = [x, 1.0]; scale(&mut v);          let mut v = [x, 1.0]; scale(&mut v);
//! let y; if c { y = 1.0; } else { y = x; }  stays, as it is right
//! ```

use super::build;
use crate::tables::HashSet;
use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Pat};

pub(super) fn as_mutable(function: &mut syn::ItemFn) {
    let mut uses = Uses::default();
    uses.visit_item_fn(function);
    let Uses { mut changed, late } = uses;
    changed.retain(|name| !late.contains(name));
    if !changed.is_empty() {
        Declared(changed).visit_item_fn_mut(function);
    }
}

/// What is done to variables as a whole.
#[derive(Default)]
struct Uses {
    changed: HashSet<Ident>,
    /// Those that are declared before they have a value.
    late: HashSet<Ident>,
}

impl Uses {
    fn change(&mut self, target: &Expr) {
        if let Expr::Path(path) = target
            && let Some(name) = path.path.get_ident()
        {
            self.changed.insert(name.clone());
        }
    }
}

impl<'ast> Visit<'ast> for Uses {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        if let Some(target) = build::assigned(expr) {
            self.change(target);
        }
        visit::visit_expr(self, expr);
    }

    fn visit_expr_reference(&mut self, reference: &'ast syn::ExprReference) {
        if reference.mutability.is_some() {
            self.change(&reference.expr);
        }
        visit::visit_expr_reference(self, reference);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        let pat = match &local.pat {
            Pat::Type(typed) => &typed.pat,
            pat => pat,
        };
        if let (Pat::Ident(name), None) = (pat, &local.init) {
            self.late.insert(name.ident.clone());
        }
        visit::visit_local(self, local);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// Declares these.
struct Declared(HashSet<Ident>);

impl VisitMut for Declared {
    fn visit_pat_ident_mut(&mut self, name: &mut syn::PatIdent) {
        if name.by_ref.is_none() && self.0.contains(&name.ident) {
            name.mutability.get_or_insert_with(Default::default);
        }
        visit_mut::visit_pat_ident_mut(self, name);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

#[cfg(test)]
mod tests {
    use crate::desugar::testing::assert_simplified;

    #[test]
    fn what_is_assigned_again_or_lent_to_be_changed_is_declared_so() {
        assert_simplified(
            "fn f(x: f64) -> f64 { let y = x; y += 1.0; y }",
            "fn f(x: f64) -> f64 { let mut y = x; y += 1.0; y }",
        );
        assert_simplified(
            "fn f(x: f64) -> f64 { let v = [x, 1.0]; scale(&mut v); v[0] }",
            "fn f(x: f64) -> f64 { let mut v = [x, 1.0]; scale(&mut v); v[0] }",
        );
    }

    #[test]
    fn what_gets_its_value_late_and_what_is_behind_references_is_as_it_was() {
        for source in [
            "fn f(x: f64, c: bool) -> f64 { let y; if c { y = 1.0; } else { y = x; } y }",
            "fn f(v: &mut [f64]) { v[0] = 1.0; let w = &mut v[1..]; w[0] = 2.0; }",
            "fn f(p: &mut P) { p.a += 1.0; *p = P::new(p.a); }",
            "fn f(x: f64) -> f64 { let y = x; let mut y_2 = y; y_2 += 1.0; y_2 }",
        ] {
            assert_simplified(source, source);
        }
    }
}
