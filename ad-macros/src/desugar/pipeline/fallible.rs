//! Pipelines whose items may have failed.
//!
//! Receives `collect`, `sum` or `product` into a `Result` or an `Option`; promises the same of what the
//! items hold, left with the first item that holds nothing.
//!
//! ```text
//! xs.iter().map(f).collect::<Result<Vec<f64>, E>>()
//!     'all: { Ok({ let mut items = Vec::new();
//!                  for x in xs.iter() { items.push(match f(x) { Ok(y) => y, Err(e) => break 'all Err(e) }); }
//!                  items }) }
//! ```

use super::Pipelines;
use super::read::{Pipeline, Stage};
use super::types;
use crate::desugar::build;
use proc_macro2::Span;
use syn::{Expr, Stmt, Type, parse_quote};

impl Pipelines<'_> {
    /// The value of a pipeline that ends in `ty`, if that is a `Result` or an `Option`; `inner` makes
    /// the value of one that ends in what these hold.
    pub(super) fn all_or_none(
        &mut self,
        pipeline: &Pipeline,
        ty: Option<&Type>,
        span: Span,
        inner: impl FnOnce(&mut Self, &Pipeline, Option<&Type>) -> Option<Expr>,
    ) -> Option<Expr> {
        let (result, held) = types::fallible(ty?)?;
        let label = self.names.label(span);
        let (item, value) = (self.fresh("item", span), self.fresh("value", span));
        let leave = |value: Expr| build::break_(Some(label.clone()), Some(Box::new(value)), span);
        let (holds, first): (Expr, Expr) = if result {
            let error = self.fresh("error", span);
            let leave = leave(parse_quote!(::core::result::Result::Err(#error)));
            (
                parse_quote!(::core::result::Result::Ok),
                parse_quote!(|#item| match #item {
                    ::core::result::Result::Ok(#value) => #value,
                    ::core::result::Result::Err(#error) => #leave,
                }),
            )
        } else {
            let leave = leave(parse_quote!(::core::option::Option::None));
            (
                parse_quote!(::core::option::Option::Some),
                parse_quote!(|#item| match #item {
                    ::core::option::Option::Some(#value) => #value,
                    ::core::option::Option::None => #leave,
                }),
            )
        };
        let mut pipeline = pipeline.clone();
        pipeline.stages.push(Stage::Map(first));
        let all = inner(self, &pipeline, held)?;
        let value = Stmt::Expr(parse_quote!(#holds(#all)), None);
        Some(build::labelled_block(label, vec![value]))
    }
}

/// Whether `body` leaves a block by its label.
pub(super) fn leaves(body: &Expr) -> bool {
    struct Leaves(bool);
    impl syn::visit::Visit<'_> for Leaves {
        fn visit_expr_break(&mut self, exit: &syn::ExprBreak) {
            self.0 |= exit.label.is_some();
        }
    }
    let mut leaves = Leaves(false);
    syn::visit::Visit::visit_expr(&mut leaves, body);
    leaves.0
}
