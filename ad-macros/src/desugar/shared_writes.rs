//! Assignments through shared references.
//!
//! Receives a function whose local names are unique; promises that one that assigns to a part of what a parameter lends to
//! be read is but a panic. Of the user's own function rustc says that the reference is no `&mut`: what stands here would
//! make it say so once more.
//!
//! ```text
//! fn f(x: &[f64]) { x[0] = 1.0; }          fn f(x: &[f64]) { panic!() }
//! fn f(p: &P) { p.at.x += 1.0; }           fn f(p: &P) { panic!() }
//! ```

use super::build;
use crate::tables::HashSet;
use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::{Expr, FnArg, Pat, Type, parse_quote};

pub(super) fn to_panics(function: &mut syn::ItemFn) {
    let inputs = function.sig.inputs.iter();
    let shared: HashSet<Ident> = inputs.filter_map(lent_to_be_read).collect();
    if shared.is_empty() {
        return;
    }
    let mut writes = Writes {
        shared,
        found: false,
    };
    writes.visit_block(&function.block);
    if writes.found {
        *function.block = parse_quote!({ ::core::panic!() });
    }
}

/// The name of a parameter `x: &[f64]`.
fn lent_to_be_read(input: &FnArg) -> Option<Ident> {
    let FnArg::Typed(typed) = input else {
        return None;
    };
    match (&*typed.pat, &*typed.ty) {
        (Pat::Ident(name), Type::Reference(to))
            if to.mutability.is_none() && name.mutability.is_none() =>
        {
            Some(name.ident.clone())
        }
        _ => None,
    }
}

struct Writes {
    shared: HashSet<Ident>,
    found: bool,
}

impl Writes {
    /// Of `x[0]`, `x.y`, `*x`, but not of `x` itself, nor of what a method gives.
    fn to(&mut self, target: &Expr) {
        if build::as_name(build::peeled(target)).is_none() {
            self.found |= build::root(target).is_some_and(|name| self.shared.contains(name));
        }
    }
}

impl<'ast> Visit<'ast> for Writes {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        if let Some(target) = build::assigned(expr) {
            self.to(target);
        }
        visit::visit_expr(self, expr);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {
        // Items see no locals.
    }
}

#[cfg(test)]
mod tests {
    use crate::desugar::testing::assert_simplified;

    #[test]
    fn what_is_only_lent_to_be_read_cannot_be_assigned_to() {
        assert_simplified(
            "fn f(x: &[f64], p: &P) -> f64 { p.at.x += x[0]; x[1] }",
            "fn f(x: &[f64], p: &P) -> f64 { ::core::panic!() }",
        );
    }

    #[test]
    fn unique_references_variables_and_lists_of_unique_references_can() {
        for source in [
            "fn f(x: &mut [f64]) { x[0] = 1.0; }",
            "fn f(v: Vec<f64>) { let mut v = v; v[0] = 1.0; }",
            "fn f(x: &[f64], y: &mut [f64]) { y[0] = x[0]; }",
        ] {
            assert_simplified(
                source,
                &source.replace("let mut v = v; v[0]", "let mut v_2 = v; v_2[0]"),
            );
        }
    }
}
