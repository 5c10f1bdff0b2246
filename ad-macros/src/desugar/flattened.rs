//! Lists of arrays that are gone through as one list.
//!
//! Receives a function; promises that where the items of the arrays are asked for, in a loop or by an iterator's methods,
//! the list is gone through array by array.
//!
//! ```text
//! rows.as_flattened().iter()           rows.iter().flatten()
//! for v in rows.as_flattened() { … }   for v in rows.iter().flatten() { … }
//! rows.as_flattened().to_vec()         rows.concat()
//! ```

use super::build;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, parse_quote};

pub(super) fn array_by_array(function: &mut syn::ItemFn) {
    Flattened.visit_block_mut(&mut function.block);
}

struct Flattened;

impl VisitMut for Flattened {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::ForLoop(e) => gone_through(&mut e.expr),
            Expr::MethodCall(call) => {
                if ["zip", "chain", "extend"].iter().any(|n| call.method == n) {
                    call.args.iter_mut().for_each(gone_through);
                }
                if let Some(written) = asked(call) {
                    *expr = written;
                }
            }
            _ => {}
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Functions in functions have derivatives of their own.
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}

/// The list of arrays, and whether they are changed.
fn flattened(expr: &Expr) -> Option<(&Expr, bool)> {
    match build::peeled(expr) {
        Expr::MethodCall(call) if call.args.is_empty() => {
            let changed = call.method == "as_flattened_mut";
            (changed || call.method == "as_flattened").then_some((&*call.receiver, changed))
        }
        _ => None,
    }
}

/// The items themselves, where an iterator is made of what stands there.
fn gone_through(items: &mut Expr) {
    let written = match flattened(items) {
        Some((list, true)) => parse_quote!(#list.iter_mut().flatten()),
        Some((list, false)) => parse_quote!(#list.iter().flatten()),
        None => return,
    };
    *items = written;
}

/// The same of what is asked of them by a method.
fn asked(call: &syn::ExprMethodCall) -> Option<Expr> {
    let (list, _) = flattened(&call.receiver).filter(|_| call.args.is_empty())?;
    Some(match call.method.to_string().as_str() {
        "iter" => parse_quote!(#list.iter().flatten()),
        "iter_mut" => parse_quote!(#list.iter_mut().flatten()),
        "to_vec" => parse_quote!(#list.concat()),
        _ => return None,
    })
}
