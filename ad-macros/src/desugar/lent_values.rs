//! Lists that are made where they are gone through by reference.
//!
//! Receives a function; promises that what a call gives is not lent to an iterator beside it, but asked for its items, as
//! a list in a variable is. So are lists of one value, and those that a macro makes.
//!
//! ```text
//! ys.iter().zip(&predict(w, xs))         ys.iter().zip(predict(w, xs).iter())
//! queue.extend([0.0; 3])                 queue.extend([0.0; 3].into_iter())
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
        let extends = call.method == "extend";
        if let Some(made) = lent(&call.args[0], extends) {
            call.args[0] = parse_quote!(#made.iter());
        } else if is_list(build::peeled(&call.args[0])) {
            let made = &call.args[0];
            call.args[0] = parse_quote!(#made.into_iter());
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}

/// The list that is lent, or the call whose result is. A reference that it gives could not be gone through by another one.
/// Arrays that are written out are read as they are, but where a list is extended by them.
fn lent(lent: &Expr, extends: bool) -> Option<&Expr> {
    match build::peeled(lent) {
        Expr::Reference(r) if r.mutability.is_none() => match build::peeled(&r.expr) {
            Expr::Call(call) if constructs(&call.func) => None,
            made @ (Expr::Call(_) | Expr::MethodCall(_)) => Some(made),
            list if is_list(list) => Some(list),
            list @ Expr::Array(_) if extends => Some(list),
            _ => None,
        },
        _ => None,
    }
}

/// `[x; 3]`, `vec![x, y]`
fn is_list(made: &Expr) -> bool {
    match made {
        Expr::Repeat(_) => true,
        Expr::Macro(m) => m.mac.path.segments.last().is_some_and(|s| s.ident == "vec"),
        _ => false,
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
