//! Lists that are made where they are gone through by reference.
//!
//! Receives a function; promises that what a call gives is not lent to an iterator beside it, but asked for its items, as
//! a list in a variable is.
//!
//! ```text
//! ys.iter().zip(&predict(w, xs))         ys.iter().zip(predict(w, xs).iter())
//! ```

use super::build;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, parse_quote};

pub(super) fn by_their_items(function: &mut syn::ItemFn) {
    Lent.visit_block_mut(&mut function.block);
}

struct Lent;

impl VisitMut for Lent {
    fn visit_expr_method_call_mut(&mut self, call: &mut syn::ExprMethodCall) {
        visit_mut::visit_expr_method_call_mut(self, call);
        let beside = ["zip", "chain", "extend"].iter().any(|m| call.method == *m);
        if !beside || call.args.len() != 1 {
            return;
        }
        if let Some(made) = made(&call.args[0]) {
            call.args[0] = parse_quote!(#made.iter());
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}

/// The call whose result is lent. A reference that it gives could not be gone through by another one.
fn made(lent: &Expr) -> Option<&Expr> {
    match build::peeled(lent) {
        Expr::Reference(r) if r.mutability.is_none() => match build::peeled(&r.expr) {
            Expr::Call(call) if constructs(&call.func) => None,
            made @ (Expr::Call(_) | Expr::MethodCall(_)) => Some(made),
            _ => None,
        },
        _ => None,
    }
}

/// `Some`, `Poly`
fn constructs(callee: &Expr) -> bool {
    let last = |path: &syn::ExprPath| path.path.segments.last().map(|s| s.ident.to_string());
    match callee {
        Expr::Path(path) => last(path).is_some_and(|name| name.starts_with(char::is_uppercase)),
        _ => false,
    }
}
