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
//!
//! With `Continue` and `Break` of a `ControlFlow` it is the same as with `Ok` and `Err`.

use super::Pipelines;
use super::read::{Pipeline, Stage};
use super::types;
use crate::desugar::build;
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr, Pat, Stmt, Type, parse_quote};

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

    /// `try_fold` with a `Result`, or with another type of a variant to go on with and one to leave with.
    pub(super) fn try_fold_of(
        &mut self,
        ends: &Ends,
        pipeline: &Pipeline,
        init: &Expr,
        f: &Expr,
    ) -> Option<Expr> {
        let Ends { goes_on, leaves } = ends;
        let span = init.span();
        let label = self.names.label(span);
        let [state, next, last] = ["state", "next", "last"].map(|name| self.fresh(name, span));
        let left = parse_quote!(#leaves(#last));
        let leave = build::break_(Some(label.clone()), Some(Box::new(left)), span);
        let mut stmts: Vec<Stmt> = vec![parse_quote!(let mut #state = #init;)];
        stmts.extend(self.run(pipeline, &mut |this, item| {
            let mut stmts = Vec::new();
            let item = this.held(item, &mut stmts);
            let (before, value) = this.opened(f, vec![build::name(state.clone()), item]);
            stmts.extend(before);
            stmts.push(parse_quote!(#state = match #value {
                #goes_on(#next) => #next,
                #leaves(#last) => #leave,
            };));
            Some(stmts)
        })?);
        let whole: Expr = parse_quote!(#goes_on(#state));
        stmts.push(Stmt::Expr(whole, None));
        Some(build::labelled_block(label, stmts))
    }
}

/// The variants that a loop goes on with and is left with.
pub(super) struct Ends {
    goes_on: syn::Path,
    leaves: syn::Path,
}

impl Ends {
    pub(super) fn of_result() -> Self {
        Ends {
            goes_on: parse_quote!(::core::result::Result::Ok),
            leaves: parse_quote!(::core::result::Result::Err),
        }
    }

    fn of_control_flow() -> Self {
        Ends {
            goes_on: parse_quote!(::core::ops::ControlFlow::Continue),
            leaves: parse_quote!(::core::ops::ControlFlow::Break),
        }
    }

    /// What the closure `f` ends in somewhere, if that shows.
    pub(super) fn made_by(f: &Expr) -> Option<Self> {
        let Expr::Closure(closure) = build::peeled(f) else {
            return None;
        };
        if is_result(&closure.body) {
            return Some(Ends::of_result());
        }
        let flows = ends_in(
            &closure.body,
            &|value| matches!(value, Expr::Call(call) if calls(call, &["Continue", "Break"])),
        );
        flows.then(Ends::of_control_flow)
    }
}

/// Whether a value is what `try_fold` or `try_for_each` gives.
pub(super) fn tries(value: &Expr) -> bool {
    matches!(build::peeled(value), Expr::MethodCall(call)
        if call.method == "try_fold" || call.method == "try_for_each")
}

/// What `try_fold` gives, as the arms say that it is matched by: `Ok(total) => …`.
pub(super) fn told_by_arms(e: &syn::ExprMatch) -> Option<Type> {
    let mut pats = e.arms.iter().map(|arm| &arm.pat);
    let told = pats.find_map(|pat| match pat {
        Pat::TupleStruct(p) => kind_of(p.path.segments.last()?.ident.to_string().as_str()),
        _ => None,
    });
    told.filter(|_| tries(&e.expr))
}

fn kind_of(variant: &str) -> Option<Type> {
    match variant {
        "Ok" | "Err" => Some(parse_quote!(::core::result::Result<_, _>)),
        "Some" => Some(parse_quote!(::core::option::Option<_>)),
        _ => None,
    }
}

/// What it gives, as a method of results or of options alone says that it is asked by.
pub(super) fn told_by_method(call: &syn::ExprMethodCall) -> Option<Type> {
    let takes_error = matches!(call.args.first(), Some(Expr::Closure(f)) if f.inputs.len() == 1);
    match call.method.to_string().as_str() {
        "ok" | "err" | "is_ok" | "is_err" | "map_err" => kind_of("Ok"),
        "unwrap_or_else" | "map_or_else" if takes_error => kind_of("Ok"),
        "is_some" | "is_none" | "ok_or" | "ok_or_else" | "filter" => kind_of("Some"),
        "unwrap_or_else" | "map_or_else" => kind_of("Some"),
        _ => None,
    }
}

fn is_result(value: &Expr) -> bool {
    ends_in(value, &|value| match value {
        Expr::Call(call) => calls(call, &["Ok", "Err"]),
        Expr::MethodCall(call) => call.method == "ok_or" || call.method == "ok_or_else",
        _ => false,
    })
}

/// Whether an expression ends in one of these somewhere.
fn ends_in(value: &Expr, is: &dyn Fn(&Expr) -> bool) -> bool {
    let last = |block: &syn::Block| match block.stmts.last() {
        Some(Stmt::Expr(value, None)) => ends_in(value, is),
        _ => false,
    };
    match build::peeled(value) {
        Expr::Block(b) => last(&b.block),
        Expr::If(e) => last(&e.then_branch) || e.else_branch.iter().any(|(_, e)| ends_in(e, is)),
        Expr::Match(e) => e.arms.iter().any(|arm| ends_in(&arm.body, is)),
        other => is(other),
    }
}

fn calls(call: &syn::ExprCall, variants: &[&str]) -> bool {
    matches!(&*call.func, Expr::Path(path) if path.path.segments.last()
        .is_some_and(|last| variants.iter().any(|variant| last.ident == variant)))
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
