//! What `and_then` makes of a unique reference in an option, in a condition.
//!
//! Receives a function whose local names are unique; promises that such a condition asks for one after the other, so
//! that each is a part of a place.
//!
//! ```text
//! if let Some(v) = o.as_mut().and_then(|list| list.last_mut()) { … }
//! if let Some(list) = o.as_mut() && let Some(v) = list.last_mut() { … }
//! ```

use super::build;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Expr, ExprLet, ExprMethodCall, Pat, Token, parse_quote};

pub(super) fn one_by_one(function: &mut syn::ItemFn) {
    Along.visit_block_mut(&mut function.block);
}

struct Along;

impl VisitMut for Along {
    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items see no locals.
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::If(e) => each(&mut e.cond),
            Expr::While(e) => each(&mut e.cond),
            _ => {}
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}

/// Every `let` of a condition.
fn each(cond: &mut Expr) {
    match cond {
        Expr::Binary(e) if matches!(e.op, BinOp::And(_)) => {
            each(&mut e.left);
            each(&mut e.right);
        }
        Expr::Let(e) => {
            if let Some((first, then)) = apart(e) {
                let (mut first, then) = (Expr::Let(first), Expr::Let(then));
                each(&mut first);
                *cond = joined(first, then);
            }
        }
        _ => {}
    }
}

/// `let Some(list) = option` and `let Some(v) = list.last_mut()`.
fn apart(e: &ExprLet) -> Option<(ExprLet, ExprLet)> {
    let is_some = |pat: &Pat| {
        matches!(pat, Pat::TupleStruct(p)
            if p.path.segments.last().is_some_and(|s| s.ident == "Some"))
    };
    let Expr::MethodCall(call) = build::peeled(&e.expr) else {
        return None;
    };
    if call.method != "and_then" || !is_some(&e.pat) || !is_lent(&call.receiver) {
        return None;
    }
    let Expr::Closure(closure) = build::peeled(call.args.first()?) else {
        return None;
    };
    let body = &closure.body;
    let item = match closure.inputs.first()? {
        Pat::Type(typed) => &*typed.pat,
        item => item,
    };
    if !is_lent(body) {
        return None;
    }
    let (mut first, mut then) = (e.clone(), e.clone());
    *first.pat = parse_quote!(::core::option::Option::Some(#item));
    first.expr = call.receiver.clone();
    then.expr = body.clone();
    Some((first, then))
}

/// Whether this is an option of a unique reference, by its name.
fn is_lent(expr: &Expr) -> bool {
    let by_name = |call: &ExprMethodCall| {
        let lent = call.method == "and_then" && is_lent(&call.receiver);
        lent || call.method.to_string().ends_with("_mut")
    };
    matches!(build::peeled(expr), Expr::MethodCall(call) if by_name(call))
}

fn joined(left: Expr, right: Expr) -> Expr {
    Expr::Binary(syn::ExprBinary {
        attrs: Vec::new(),
        left: Box::new(left),
        op: BinOp::And(Token![&&](proc_macro2::Span::mixed_site())),
        right: Box::new(right),
    })
}
