//! Lists of which the items choose.
//!
//! Receives the name of an argument that is a list, and the body; promises to say whether an item of it is handed on as
//! it is, by the name that a loop, a closure or a `let` gives it, or by its index.
//!
//! ```text
//! for op in ops { y = apply(*op, y); }
//! ops.iter().fold(x, |y, &op| apply(op, y))
//! y = apply(ops[k], y);
//! ```

use super::super::build;
use super::unsure::{all_are_passed_on, bound_in};
use proc_macro2::Ident;
use quote::ToTokens;
use syn::Expr;
use syn::visit::{self, Visit};

pub(super) fn are_passed_on(list: &str, body: &syn::Block) -> bool {
    let list = Ident::new(list, proc_macro2::Span::call_site());
    let mut items = Items {
        list: &list,
        names: Vec::new(),
        by_index: false,
    };
    items.visit_block(body);
    items.by_index || items.names.iter().any(|name| all_are_passed_on(name, body))
}

/// The names that items of a list may have.
struct Items<'a> {
    list: &'a Ident,
    names: Vec<String>,
    /// Whether one is handed on by its index.
    by_index: bool,
}

impl Items<'_> {
    fn is_of_list(&self, expr: &Expr) -> bool {
        build::mentioned_in(expr.to_token_stream(), self.list)
    }

    fn passed<'e>(&mut self, arguments: impl IntoIterator<Item = &'e Expr>) {
        self.by_index |= arguments.into_iter().any(|e| self.is_item(e));
    }

    fn is_item(&self, expr: &Expr) -> bool {
        match build::peeled(expr) {
            Expr::Reference(r) => r.mutability.is_none() && self.is_item(&r.expr),
            Expr::MethodCall(call) => call.method == "clone" && self.is_item(&call.receiver),
            Expr::Index(part) => build::as_name(&part.expr) == Some(self.list),
            _ => false,
        }
    }
}

impl Visit<'_> for Items<'_> {
    fn visit_expr_for_loop(&mut self, l: &syn::ExprForLoop) {
        if self.is_of_list(&l.expr) {
            self.names.extend(bound_in(&l.pat));
        }
        visit::visit_expr_for_loop(self, l);
    }

    fn visit_local(&mut self, local: &syn::Local) {
        let init = local.init.as_ref().map(|init| &*init.expr);
        if init.is_some_and(|init| self.is_of_list(init)) {
            self.names.extend(bound_in(&local.pat));
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_call(&mut self, call: &syn::ExprCall) {
        self.passed(&call.args);
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &syn::ExprMethodCall) {
        self.passed(&call.args);
        if self.is_of_list(&call.receiver) {
            let closures = call.args.iter().filter_map(|arg| match arg {
                Expr::Closure(closure) => Some(closure),
                _ => None,
            });
            let inputs = closures.flat_map(|closure| &closure.inputs);
            self.names.extend(inputs.flat_map(bound_in));
        }
        visit::visit_expr_method_call(self, call);
    }
}
