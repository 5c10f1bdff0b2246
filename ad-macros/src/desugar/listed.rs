//! Loops over values that are listed.
//!
//! Receives a function whose local names are unique; promises the same function with every array that
//! is written at the head of a `for` loop in a variable of its own, where it can be looked at element by
//! element. Lists of literals stay.
//!
//! ```text
//! for v in [x, 2.0 * x] { s += v * v; }     { let items = [x, 2.0 * x]; for v in items { s += v * v; } }
//! ```

use super::build;
use super::rename::Names;
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Stmt};

pub(super) fn to_variables(function: &mut syn::ItemFn, names: &mut Names) {
    Listed(names).visit_block_mut(&mut function.block);
}

struct Listed<'a>(&'a mut Names);

impl VisitMut for Listed<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        if let Expr::ForLoop(e) = expr
            && let Some(list) = list_in(&mut e.expr)
        {
            let span = list.span();
            let name = Ident::new("items", span.resolved_at(Span::mixed_site()));
            let name = self.0.fresh(&name);
            let items = std::mem::replace(list, build::name(name.clone()));
            let items = build::let_(build::name_pattern(name, false), items, span);
            let whole = Stmt::Expr(expr.clone(), None);
            *expr = build::block_expression(vec![items, whole]);
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items are functions of their own.
    }
}

/// The array or vector that a loop's head is, refers to, or begins with: `[a, b]`, `&[a, b]`, `vec![a].iter()`.
fn list_in(head: &mut Expr) -> Option<&mut Expr> {
    match head {
        Expr::Paren(p) => list_in(&mut p.expr),
        Expr::Reference(r) => list_in(&mut r.expr),
        Expr::MethodCall(call) => list_in(&mut call.receiver),
        Expr::Array(a) if !a.elems.iter().all(is_literal) => Some(head),
        Expr::Macro(m) if m.mac.path.is_ident("vec") => Some(head),
        _ => None,
    }
}

/// `1.0`, `-1`, `(0, 1)`, `[1, 2]`
fn is_literal(expr: &Expr) -> bool {
    match build::peeled(expr) {
        Expr::Lit(_) => true,
        Expr::Unary(u) => is_literal(&u.expr),
        Expr::Tuple(t) => t.elems.iter().all(is_literal),
        Expr::Array(a) => a.elems.iter().all(is_literal),
        _ => false,
    }
}
