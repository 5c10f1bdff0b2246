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
//! xs.iter().try_fold(a, |sum, x| f(sum, x))     // where `f` gives a `Result`
//!     'all: { let mut state = a;
//!             for x in xs.iter() { state = match f(state, x) { Ok(next) => next, Err(e) => break 'all Err(e) }; }
//!             Ok(state) }
//! ```

use super::Pipelines;
use super::read::{Pipeline, Stage};
use super::types;
use crate::desugar::build;
use proc_macro2::Span;
use syn::spanned::Spanned;
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

    /// `try_fold` with a `Result`.
    pub(super) fn try_fold_of_results(
        &mut self,
        pipeline: &Pipeline,
        init: &Expr,
        f: &Expr,
    ) -> Option<Expr> {
        let span = init.span();
        let label = self.names.label(span);
        let [state, next, error] = ["state", "next", "error"].map(|name| self.fresh(name, span));
        let first = parse_quote!(::core::result::Result::Err(#error));
        let leave = build::break_(Some(label.clone()), Some(Box::new(first)), span);
        let mut stmts: Vec<Stmt> = vec![parse_quote!(let mut #state = #init;)];
        stmts.extend(self.run(pipeline, &mut |this, item| {
            let mut stmts = Vec::new();
            let item = this.held(item, &mut stmts);
            let (before, value) = this.opened(f, vec![build::name(state.clone()), item]);
            stmts.extend(before);
            stmts.push(parse_quote!(#state = match #value {
                ::core::result::Result::Ok(#next) => #next,
                ::core::result::Result::Err(#error) => #leave,
            };));
            Some(stmts)
        })?);
        let whole: Expr = parse_quote!(::core::result::Result::Ok(#state));
        stmts.push(Stmt::Expr(whole, None));
        Some(build::labelled_block(label, stmts))
    }
}

/// Whether the closure `f` ends in `Ok` or `Err` somewhere.
pub(super) fn makes_results(f: &Expr) -> bool {
    match build::peeled(f) {
        Expr::Closure(c) => is_result(&c.body),
        _ => false,
    }
}

fn is_result(value: &Expr) -> bool {
    let last = |block: &syn::Block| match block.stmts.last() {
        Some(Stmt::Expr(value, None)) => is_result(value),
        _ => false,
    };
    match build::peeled(value) {
        Expr::Block(b) => last(&b.block),
        Expr::If(e) => last(&e.then_branch) || e.else_branch.iter().any(|(_, e)| is_result(e)),
        Expr::Match(e) => e.arms.iter().any(|arm| is_result(&arm.body)),
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) => path.path.is_ident("Ok") || path.path.is_ident("Err"),
            _ => false,
        },
        Expr::MethodCall(call) => call.method == "ok_or" || call.method == "ok_or_else",
        _ => false,
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
