//! What a loop runs over has a name, if it is chosen or collected.
//!
//! Receives a function; promises that no loop's head is an `if`, a `match`, or an option's value with something in its
//! place: these are variables, and what chooses among references knows those. So is what is collected for the loop, and
//! an array of one value.
//!
//! ```text
//! for v in rows.get(i).unwrap_or(&none) { … }     { let items = rows.get(i).unwrap_or(&none); for v in items { … } }
//! for v in it.collect::<Vec<_>>().iter() { … }    { let items = it.collect::<Vec<_>>(); for v in items.iter() { … } }
//! for v in [x; 3] { … }                           { let items = [x; 3]; for v in items { … } }
//! for v in pairs(x).into_iter() { … }             for v in pairs(x) { … }
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

/// What is made in a head: `it.collect::<Vec<_>>()`, `[x; 3]`, of which the rest may go over a part or ask for references.
fn made(head: &mut Expr) -> Option<&mut Expr> {
    match head {
        Expr::Repeat(_) => Some(head),
        Expr::MethodCall(call) if call.method == "collect" => Some(head),
        Expr::MethodCall(call) => made(&mut call.receiver),
        Expr::Reference(r) => made(&mut r.expr),
        Expr::Index(part) => made(&mut part.expr),
        _ => None,
    }
}

/// What a loop asks of what a function returned by itself.
pub(super) fn without_asking(head: &Expr) -> Option<&Expr> {
    match build::peeled(head) {
        Expr::MethodCall(call) if call.method == "into_iter" && call.args.is_empty() => {
            Some(&*call.receiver).filter(|list| matches!(build::peeled(list), Expr::Call(_)))
        }
        _ => None,
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
        if let Some(list) = without_asking(&l.expr) {
            *l.expr = list.clone();
        }
        let span = l.for_token.span;
        let list = match is_chosen(&l.expr) {
            true => Some(&mut *l.expr),
            false => made(&mut l.expr),
        };
        if let Some(list) = list {
            // What is chosen among has names of the user's, which this must not be.
            let items = Ident::new("__items", list.span().resolved_at(Span::mixed_site()));
            let list = std::mem::replace(list, build::name(items.clone()));
            let named = build::let_(build::name_pattern(items, false), list, span);
            *expr = build::block_expression(vec![named, parse_quote!(#l)]);
        }
    }
}
