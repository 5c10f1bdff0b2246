//! Calls of what has no rule because it was refused itself.
//!
//! Receives a function; promises that one that mentions a function whose signature was refused, or a method whose attribute
//! stands in the wrong place, as far as word was left of it (`iterators.rs`), is but a panic: the user was told where that
//! stands, and what stands here would make rustc say something of each call.
//!
//! ```text
//! impl P { #[differentiable] fn value(&self) -> f64 { .. } }      the error
//! fn f(p: &P) -> f64 { p.value() * 2.0 }                          fn f(p: &P) -> f64 { panic!() }
//! ```

use super::callees::of_method;
use crate::iterators;
use syn::visit::{self, Visit};
use syn::{ExprMethodCall, ExprPath, parse_quote};

pub(super) fn to_panics(function: &mut syn::ItemFn) {
    if iterators::is_nothing_refused() {
        return;
    }
    let mut mentions = Mentions(false);
    mentions.visit_block(&function.block);
    if mentions.0 {
        *function.block = parse_quote!({ ::core::panic!() });
    }
}

/// Whether there are any.
struct Mentions(bool);

impl<'ast> Visit<'ast> for Mentions {
    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        self.0 |= iterators::is_refused(of_method(&call.method));
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_path(&mut self, path: &'ast ExprPath) {
        if let Some(last) = path.path.segments.last() {
            let of_type = path.path.segments.len() > 1;
            self.0 |= iterators::is_refused(last.ident.to_string())
                || of_type && iterators::is_refused(of_method(&last.ident));
        }
    }
}
