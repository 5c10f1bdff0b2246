//! Methods that call one of their block that was refused for what it gives.
//!
//! Receives the members of a block; promises that such a method has a rule that stands in for its own, and reports
//! nothing: there is no rule to call, and the refusal has been reported.
//!
//! ```text
//! fn find(&mut self, id: u32) -> Option<&mut Account> { … }                            refused
//! fn add(&mut self, id: u32, x: f64) { if let Some(a) = self.find(id) { … } }          panics
//! ```

use crate::desugar::build;
use crate::lower::has_refused_result;
use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::{ExprMethodCall, ImplItem, ImplItemFn};

/// The methods of a block that have no rule.
pub(super) fn without_rules(items: &[ImplItem]) -> Vec<Ident> {
    let methods = items.iter().filter_map(|item| match item {
        ImplItem::Fn(method) => Some(&method.sig),
        _ => None,
    });
    methods
        .filter(|sig| sig.receiver().is_some() && has_refused_result(sig))
        .map(|sig| sig.ident.clone())
        .collect()
}

/// Takes the body off a method that calls one of them.
pub(super) fn callers_of(method: &mut ImplItemFn, without_rules: &[Ident]) {
    let mut calls = Calls {
        sought: without_rules,
        found: false,
    };
    calls.visit_block(&method.block);
    if calls.found && !without_rules.contains(&method.sig.ident) {
        method.block = syn::parse_quote!({ ::core::panic!() });
    }
}

struct Calls<'a> {
    sought: &'a [Ident],
    found: bool,
}

impl<'ast> Visit<'ast> for Calls<'_> {
    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        let of_self = build::as_name(build::peeled(&call.receiver)).is_some_and(|n| n == "self");
        self.found |= of_self && self.sought.contains(&call.method);
        visit::visit_expr_method_call(self, call);
    }
}
