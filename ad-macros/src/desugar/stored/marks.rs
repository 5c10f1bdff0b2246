//! Calls that give functions.
//!
//! Receives expressions that are called, or whose items are; promises a mark at the calls that give them: these are made by
//! the callee's rule, whatever they are given.
//!
//! ```text
//! let f = line(2.0, 1.0);              let f = #[__by_rule] line(2.0, 1.0);
//! self.kind.function()(x)              (#[__by_rule] self.kind.function())(x)
//! ```

use super::is_function;
use crate::desugar::bindings::GIVING;
use crate::desugar::build;
use crate::lower::{is_structural, is_users};
use syn::Expr;
use syn::visit_mut::VisitMut;

/// The mark of a call that is made by the callee's rule.
pub(crate) const BY_RULE: &str = "__by_rule";

/// Marks a call whose result is a function: the user's own call would give one without a rule, also where
/// nothing that carries a derivative goes in.
pub(super) fn by_rule(expr: &mut Expr) {
    match expr {
        Expr::Call(call) if call.attrs.is_empty() && is_function(&call.func) => {
            call.attrs.push(syn::parse_quote!(#[__by_rule]));
        }
        _ => {}
    }
}

/// The same of a method that gives a function, `self.kind.function()(x)`, by its own name: rules of `clone` and the like are
/// not the user's.
fn method_by_rule(call: &mut syn::ExprMethodCall) {
    let name = call.method.to_string();
    if call.attrs.is_empty() && !is_structural(&name) && !OF_COLLECTIONS.contains(&&*name) {
        call.attrs.push(syn::parse_quote!(#[__by_rule]));
    }
}

/// Methods of collections that give what these hold, or what a function gives.
const OF_COLLECTIONS: &[&str] = &[
    "clone",
    "entry",
    "get_or_insert_with",
    "pop",
    "pop_back",
    "pop_front",
    "remove",
    "swap_remove",
];

/// The same of a call that gives a function, or what holds some, of which methods take them out.
pub(super) fn given_by_rule(expr: &mut Expr) {
    match expr {
        Expr::MethodCall(call) if TAKING.iter().chain(GIVING).any(|name| call.method == name) => {
            given_by_rule(&mut call.receiver);
        }
        Expr::Paren(p) => given_by_rule(&mut p.expr),
        Expr::Reference(r) => given_by_rule(&mut r.expr),
        Expr::MethodCall(call) => method_by_rule(call),
        Expr::Tuple(parts) => parts.elems.iter_mut().for_each(given_by_rule),
        Expr::Array(parts) => parts.elems.iter_mut().for_each(given_by_rule),
        Expr::Macro(m) if m.mac.path.is_ident("vec") => {
            build::visit_arguments(&mut Given, &mut m.mac);
        }
        Expr::Call(call) if is_of_std(&call.func) => {}
        other => by_rule(other),
    }
}

/// Marks every expression visited.
struct Given;

impl VisitMut for Given {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        given_by_rule(expr);
    }
}

/// `std::iter::once(f)`, `iter::repeat(f)`, `Vec::new()`
fn is_of_std(callee: &Expr) -> bool {
    let Expr::Path(path) = callee else {
        return false;
    };
    let mut owners = path.path.segments.iter().rev().skip(1).map(|s| &s.ident);
    let modules = ["std", "core", "alloc", "iter", "mem"];
    let of_std = |owner: &syn::Ident| match crate::ir::starts_upper(owner) {
        true => !is_users(owner),
        false => modules.iter().any(|name| owner == name),
    };
    owners.any(of_std)
}

/// Methods of options and results that hand on what these hold.
pub(super) const TAKING: &[&str] = &[
    "unwrap",
    "expect",
    "unwrap_or",
    "unwrap_or_else",
    "ok",
    "ok_or",
    "ok_or_else",
    "or",
    "or_else",
    "map_err",
    "filter",
];

/// Whether this call is made by the callee's rule, whatever its arguments are.
pub(crate) fn is_by_rule(expr: &Expr) -> bool {
    let attrs = match expr {
        Expr::Call(call) => &call.attrs,
        Expr::MethodCall(call) => &call.attrs,
        _ => return false,
    };
    attrs.iter().any(|a| a.path().is_ident(BY_RULE))
}
