//! What a loop runs over has a name, if it is chosen.
//!
//! Receives a function; promises that no loop's head is an `if`, a `match`, or an option's value with something in its
//! place: these are variables, and what chooses among references knows those.
//!
//! ```text
//! for v in rows.get(i).unwrap_or(&none) { … }     { let items = rows.get(i).unwrap_or(&none); for v in items { … } }
//! ```

use super::build;
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, parse_quote};

pub(super) fn to_variables(function: &mut syn::ItemFn) {
    Looped.visit_block_mut(&mut function.block);
}

struct Looped;

fn is_chosen(head: &Expr) -> bool {
    const IN_ITS_PLACE: [&str; 5] = [
        "unwrap_or",
        "unwrap_or_default",
        "unwrap_or_else",
        "map_or",
        "map_or_else",
    ];
    match build::peeled(head) {
        Expr::If(_) | Expr::Match(_) => true,
        Expr::MethodCall(call) => IN_ITS_PLACE.iter().any(|name| call.method == name),
        _ => false,
    }
}

impl VisitMut for Looped {
    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Functions in functions have derivatives of their own.
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        let Expr::ForLoop(l) = expr else {
            return;
        };
        if is_chosen(&l.expr) {
            // What is chosen among has names of the user's, which this must not be.
            let items = Ident::new("__items", l.expr.span().resolved_at(Span::mixed_site()));
            let head = std::mem::replace(&mut *l.expr, build::name(items.clone()));
            let named = build::let_(build::name_pattern(items, false), head, l.for_token.span);
            *expr = build::block_expression(vec![named, parse_quote!(#l)]);
        }
    }
}
