//! Expressions that lead to a value of a map.
//!
//! Receives an expression and what says whether one is the map; promises its key, and where in it the value stands.
//!
//! ```text
//! *m.entry(k).and_modify(f).or_insert(v) += x      the key `k`; the value up to `or_insert(v)`
//! m.get_mut(&k)?.push(x)                           the key `&k`; the value up to the question mark
//! ```

use crate::desugar::build;
use proc_macro2::Ident;
use syn::{Expr, ExprMethodCall};

/// Whether an expression is the map.
pub(in crate::desugar) type IsMap<'a> = &'a dyn Fn(&Expr) -> bool;

/// The same of a variable.
pub(super) fn named(map: &Ident) -> impl Fn(&Expr) -> bool {
    |expr| build::as_name(expr) == Some(map)
}

/// `k` of `m.entry(k)`.
pub(in crate::desugar) fn entry<'e>(expr: &'e Expr, is_map: IsMap) -> Option<&'e Expr> {
    match build::peeled(expr) {
        Expr::MethodCall(call) if call.method == "entry" => {
            call.args.first().filter(|_| is_map(&call.receiver))
        }
        // What is done to the value if there is one.
        Expr::MethodCall(call) if call.method == "and_modify" => entry(&call.receiver, is_map),
        _ => None,
    }
}

/// The closure of `m.entry(k).and_modify(f).or_insert(v)`, if there is one.
pub(in crate::desugar) fn modified(call: &ExprMethodCall) -> Option<Option<&Expr>> {
    match build::peeled(&call.receiver) {
        Expr::MethodCall(inner) if inner.method == "and_modify" => inner.args.first().map(Some),
        _ => Some(None),
    }
}

/// Whether evaluating a value may do more than give it: it calls something, but does not just make a list.
pub(in crate::desugar) fn may_act(value: &Expr) -> bool {
    struct Calls(bool);
    impl<'ast> syn::visit::Visit<'ast> for Calls {
        fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
            self.0 |= !call.args.is_empty() || !is_new(&call.func);
            syn::visit::visit_expr_call(self, call);
        }
        fn visit_expr_method_call(&mut self, _: &'ast ExprMethodCall) {
            self.0 = true;
        }
        fn visit_macro(&mut self, mac: &'ast syn::Macro) {
            self.0 |= !mac.path.is_ident("vec");
        }
    }
    let mut calls = Calls(false);
    syn::visit::Visit::visit_expr(&mut calls, value);
    calls.0
}

/// `Vec::new`
pub(in crate::desugar) fn is_new(function: &Expr) -> bool {
    let last = match function {
        Expr::Path(p) => p.path.segments.last(),
        _ => None,
    };
    last.is_some_and(|s| s.ident == "new")
}

/// `m.entry(k).or_insert(v)`, `m.get_mut(k)?`
pub(in crate::desugar) fn leads_to_value(expr: &Expr, is_map: IsMap) -> bool {
    match build::peeled(expr) {
        Expr::MethodCall(call) if call.method == "and_modify" => false,
        Expr::MethodCall(call) if call.method == "unwrap" || call.method == "expect" => {
            key_of_value(&call.receiver, is_map).is_some()
        }
        Expr::MethodCall(call) => entry(&call.receiver, is_map).is_some(),
        Expr::Try(question) => key_of_value(&question.expr, is_map).is_some(),
        _ => false,
    }
}

/// `k` of `m.get_mut(k)`.
pub(in crate::desugar) fn key_of_value<'e>(expr: &'e Expr, is_map: IsMap) -> Option<&'e Expr> {
    match build::peeled(expr) {
        Expr::MethodCall(call) if call.method == "get_mut" => {
            call.args.first().filter(|_| is_map(&call.receiver))
        }
        _ => None,
    }
}

pub(in crate::desugar) fn read_through(expr: &Expr) -> &Expr {
    match build::peeled(expr) {
        Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => &u.expr,
        other => other,
    }
}

/// The value of an entry that an expression starts from: a receiver's receiver, the target of an assignment.
pub(in crate::desugar) fn start_of<'e>(expr: &'e mut Expr, is_map: IsMap) -> Option<&'e mut Expr> {
    if leads_to_value(read_through(expr), is_map) {
        return Some(expr);
    }
    match expr {
        Expr::MethodCall(e) => start_of(&mut e.receiver, is_map),
        Expr::Field(e) => start_of(&mut e.base, is_map),
        Expr::Index(e) => start_of(&mut e.expr, is_map),
        Expr::Unary(e) => start_of(&mut e.expr, is_map),
        Expr::Paren(e) => start_of(&mut e.expr, is_map),
        Expr::Assign(e) => start_of(&mut e.left, is_map),
        Expr::Binary(e) => start_of(&mut e.left, is_map),
        _ => None,
    }
}
