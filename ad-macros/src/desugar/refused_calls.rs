//! Calls of methods that have no rule because their attribute stands in the wrong place.
//!
//! Receives a function; promises that one that calls such a method, as far as word was left of it (`iterators.rs`), is but a
//! panic: the user was told at the method, and what stands here would make rustc say it once more for each call.
//!
//! ```text
//! impl P { #[differentiable] fn value(&self) -> f64 { .. } }      the error
//! fn f(p: &P) -> f64 { p.value() * 2.0 }                          fn f(p: &P) -> f64 { panic!() }
//! ```

use crate::iterators;
use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::{Expr, parse_quote};

pub(super) fn to_panics(function: &mut syn::ItemFn) {
    if iterators::is_no_method_refused() {
        return;
    }
    let mut calls = Calls(false);
    calls.visit_block(&function.block);
    if calls.0 {
        *function.block = parse_quote!({ ::core::panic!() });
    }
}

/// Whether there is any.
struct Calls(bool);

impl Calls {
    fn look_at(&mut self, method: &Ident) {
        self.0 |= iterators::is_refused(method);
    }
}

impl<'ast> Visit<'ast> for Calls {
    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.look_at(&call.method);
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let Expr::Path(function) = &*call.func
            && function.path.segments.len() > 1
            && let Some(last) = function.path.segments.last()
        {
            self.look_at(&last.ident);
        }
        visit::visit_expr_call(self, call);
    }
}
