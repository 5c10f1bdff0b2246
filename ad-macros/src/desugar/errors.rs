//! What becomes of errors.
//!
//! Receives a function whose local names are unique; promises that where a closure is given the error of a `Result`, in place
//! of what is not there, the result is matched, and that what an error is matched on is matched with the result: so its parts
//! are seen to be those of an error, which carries no derivative.
//!
//! ```text
//! r.unwrap_or_else(|e| f(e))                  match r { Ok(value) => value, Err(e) => f(e) }
//! match r { Ok(v) => v, Err(e) => match e { Kind::Low(n) => a, Kind::High => b } }
//!                                             match r { Ok(v) => v, Err(Kind::Low(n)) => a, Err(Kind::High) => b }
//! ```

use super::rename::Names;
use super::{build, optional};
use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Arm, Expr, ExprClosure, ExprMethodCall, Pat, parse_quote};

pub(super) fn with_their_results(function: &mut syn::ItemFn, names: &mut Names) {
    Matched(names).visit_block_mut(&mut function.block);
}

struct Matched<'a>(&'a mut Names);

impl Matched<'_> {
    /// The `match` that a method stands for whose first closure is given an error: an option gives none.
    fn of_method(&mut self, call: &ExprMethodCall) -> Option<Expr> {
        let closures: Vec<&ExprClosure> = call.args.iter().filter_map(closure).collect();
        let receiver = &call.receiver;
        match (call.method.to_string().as_str(), &closures[..]) {
            ("unwrap_or_else", [or]) if call.args.len() == 1 => {
                let value = self.0.fresh(&Ident::new("value", Span::mixed_site()));
                let ((error, or), span) = (opened(or), call.method.span());
                Some(syn::parse_quote_spanned! {span=> match #receiver {
                    ::core::result::Result::Ok(#value) => #value,
                    ::core::result::Result::Err(#error) => #or,
                }})
            }
            ("map_or_else", [or, then]) if call.args.len() == 2 => {
                let ((error, or), (value, then)) = (opened(or), opened(then));
                let span = call.method.span();
                Some(syn::parse_quote_spanned! {span=> match #receiver {
                    ::core::result::Result::Ok(#value) => #then,
                    ::core::result::Result::Err(#error) => #or,
                }})
            }
            _ => None,
        }
    }
}

/// A closure of one parameter whose body can stand anywhere.
fn closure(arg: &Expr) -> Option<&ExprClosure> {
    match build::peeled(arg) {
        Expr::Closure(c) if c.inputs.len() == 1 && !optional::returns(&c.body) => Some(c),
        _ => None,
    }
}

fn opened(closure: &ExprClosure) -> (Pat, &Expr) {
    let pat = match &closure.inputs[0] {
        Pat::Type(typed) => (*typed.pat).clone(),
        pat => pat.clone(),
    };
    (pat, &closure.body)
}

/// `Err(P) => a, Err(Q) => b` of `Err(e) => match e { P => a, Q => b }`.
fn of_error(arm: &Arm) -> Option<Vec<Arm>> {
    let Pat::TupleStruct(whole) = &arm.pat else {
        return None;
    };
    let is_error = whole.path.segments.last().is_some_and(|s| s.ident == "Err");
    let (Some(Pat::Ident(error)), true, None) = (whole.elems.first(), is_error, &arm.guard) else {
        return None;
    };
    let Expr::Match(inner) = only(&arm.body) else {
        return None;
    };
    if error.by_ref.is_some() || error.mutability.is_some() || error.subpat.is_some() {
        return None;
    }
    let error = &error.ident;
    let whole_error = build::as_name(&inner.expr) == Some(error);
    let again = |arm: &Arm| build::mentioned_in(arm.to_token_stream(), error);
    if !whole_error || inner.arms.iter().any(again) {
        return None;
    }
    let path = &whole.path;
    let arms = inner.arms.iter().map(|inner| {
        let (pat, guard, body) = (&inner.pat, &inner.guard, &inner.body);
        let guard = guard
            .as_ref()
            .map(|(token, guard)| quote::quote!(#token #guard));
        parse_quote!(#path(#pat) #guard => { #body })
    });
    Some(arms.collect())
}

/// The expression that a block is, if that is all of it.
fn only(body: &Expr) -> &Expr {
    match build::peeled(body) {
        Expr::Block(b) if b.label.is_none() => match &b.block.stmts[..] {
            [syn::Stmt::Expr(value, None)] => only(value),
            _ => body,
        },
        other => other,
    }
}

impl VisitMut for Matched<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        if let Expr::MethodCall(call) = expr
            && let Some(matched) = self.of_method(call)
        {
            *expr = matched;
        }
        if let Expr::Match(e) = expr {
            let arms = std::mem::take(&mut e.arms);
            let arms = arms.into_iter();
            e.arms = arms
                .flat_map(|arm| of_error(&arm).unwrap_or_else(|| vec![arm]))
                .collect();
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}
