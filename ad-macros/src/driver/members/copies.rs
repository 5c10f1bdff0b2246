//! Implementations of `Clone`, which have to make copies.
//!
//! Receives an annotated implementation; promises that one which computes what it copies is refused: `x.clone()` is taken
//! for a copy of `x` wherever it stands, and copies of what a sweep needs later are made where no call stands.
//!
//! ```text
//! fn clone(&self) -> Self { Gauge { at: self.at } }          a copy
//! fn clone(&self) -> Self { Gauge { at: 2.0 * self.at } }    refused, at `2.0 * self.at`
//! ```

use crate::desugar::build;
use crate::desugar::methods::name_of_trait;
use crate::diagnostics::{Sink, catalog};
use crate::lower::compound;
use syn::Expr;
use syn::visit::{self, Visit};

/// Says what is wrong with an implementation of `Clone` that is no copy.
pub(super) fn check(item: &syn::ItemImpl, sink: &Sink) {
    let path = item.trait_.as_ref().map(|(_, path, _)| path);
    if path.is_some_and(|path| name_of_trait(path) == "Clone") {
        Computed { sink, found: false }.visit_item_impl(item);
    }
}

/// Finds the first thing that is computed.
struct Computed<'a> {
    sink: &'a Sink,
    found: bool,
}

impl<'ast> Visit<'ast> for Computed<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        let computes = match expr {
            Expr::Binary(e) => build::is_arithmetic(&e.op) || compound(&e.op).is_some(),
            Expr::Unary(e) => matches!(e.op, syn::UnOp::Neg(_)),
            Expr::Lit(e) => matches!(e.lit, syn::Lit::Float(_)),
            _ => false,
        };
        match computes {
            true if !self.found => {
                self.found = true;
                self.sink.refuse_at(expr, catalog::COMPUTED_COPY);
            }
            true => {}
            false => visit::visit_expr(self, expr),
        }
    }
}
