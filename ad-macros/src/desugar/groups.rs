//! Invisible groups made visible.
//!
//! Receives a function in which a user's `macro_rules!` may have left expressions in invisible groups;
//! promises the same function with parentheses where such a group mattered, because the compiler
//! forgets them when an attribute hands the tokens on.
//!
//! ```text
//! $body * 2.0   with $body = x + 1.0      (x + 1.0) * 2.0
//! ```
//!
//! A value whose fields are listed gets parentheses where a method is called on it, too: the call may become
//! what is matched, where there can be no braces.

use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Type};

pub(crate) fn make_visible(function: &mut syn::ItemFn) {
    Visible.visit_item_fn_mut(function);
}

/// For each of the other items that have functions.
pub(crate) struct Visible;

impl VisitMut for Visible {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        if let Expr::Group(group) = expr {
            let inner = (*group.expr).clone();
            *expr = if binds_tightly(&inner) {
                inner
            } else {
                parenthesised(inner)
            };
        }
    }

    fn visit_expr_method_call_mut(&mut self, call: &mut syn::ExprMethodCall) {
        visit_mut::visit_expr_method_call_mut(self, call);
        if matches!(*call.receiver, Expr::Struct(_)) {
            *call.receiver = parenthesised((*call.receiver).clone());
        }
    }

    fn visit_type_mut(&mut self, ty: &mut Type) {
        visit_mut::visit_type_mut(self, ty);
        if let Type::Group(group) = ty {
            *ty = (*group.elem).clone();
        }
    }
}

fn binds_tightly(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Lit(_)
            | Expr::Path(_)
            | Expr::Paren(_)
            | Expr::Call(_)
            | Expr::MethodCall(_)
            | Expr::Field(_)
            | Expr::Index(_)
            | Expr::Array(_)
            | Expr::Tuple(_)
            | Expr::Block(_)
            | Expr::Macro(_)
    )
}

fn parenthesised(inner: Expr) -> Expr {
    Expr::Paren(syn::ExprParen {
        attrs: Vec::new(),
        paren_token: Default::default(),
        expr: Box::new(inner),
    })
}
